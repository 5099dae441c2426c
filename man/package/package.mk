# The release build, the source archive and the Debian package. A part of the Makefile.

.PHONY: release trained-release dist deb
NO_BUILD_GOALS += release trained-release dist deb

# build-release: about a fifth faster, and built twice, so not what `make` makes. What it is
# trained on are searches of all kinds (tests/tools/train.sh).
release: setup
	$(if $(filter 0,$(CLANG)),,$(error make release needs gcc))
	@$(MAKE) -q RELEASE=1 all || $(MAKE) trained-release
trained-release:
	@$(MAKE) samples RELEASE=
	@$(MAKE) RELEASE=training all
	@$(TEST_ENV) tests/tools/train.sh build-release
	@$(MAKE) RELEASE=1 all

dist:
	@man/package/dist.sh $(VERSION) build

# Of the plain build, or with RELEASE=1 of that of `make release`.
DEB_MAINTAINER = the heddle authors <heddle@example.invalid>
deb:
	@$(if $(RELEASE),$(MAKE) release RELEASE=,$(MAKE) all)
	@$(MAKE) samples RELEASE=
	@DEB_MAINTAINER='$(DEB_MAINTAINER)' man/package/deb.sh $(VERSION) $(B)
