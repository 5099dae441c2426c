# Shared by the tests of SARIF. Source it after support.sh; do not run it.
# shellcheck shell=bash

# sarif_valid NAME FILE...: checks the files (absolute names) against the official schema, which is
# a file of an npm package. If npm cannot fetch it, the check is skipped.
sarif_valid() {
  local name=$1 npm=$TEST_TMP/npm want
  local schema=node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json
  local packages=(@microsoft/jest-sarif@1.0.0-beta.0 ajv@8.17.1 ajv-draft-04@1.0.0
    ajv-formats@3.0.1)
  shift
  mkdir "$npm"
  if command -v node >/dev/null && command -v npm >/dev/null && (cd "$npm" &&
    timeout 100 npm install --silent --no-audit --no-fund --omit=peer --legacy-peer-deps \
      "${packages[@]}" >"$npm.out" 2>&1) && [ -e "$npm/$schema" ]; then
    want=$(printf '%s\n' "${@##*/}" | sed 's/$/: valid/')
    is "$name" \
      "$(cd "$npm" && node "$HEDDLE_ROOT/tests/tools/reports/validate.js" $schema "$@" 2>&1)" \
      "$want"
  else
    skip "$name" 'no npm, or it cannot fetch the schema'
  fi
}
