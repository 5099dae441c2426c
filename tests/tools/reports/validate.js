// node validate.js SCHEMA FILE...: are the files valid by a JSON schema of draft 4? Run where the
// packages ajv-draft-04 and ajv-formats are installed.
const fs = require('fs');
const path = require('path');
const load = (name) => {
  const module = require(require.resolve(name, { paths: [process.cwd()] }));
  return module.default || module;
};
const read = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));
const [schema, ...files] = process.argv.slice(2);
const ajv = new (load('ajv-draft-04'))({ strict: false, allErrors: true, unicodeRegExp: false });
load('ajv-formats')(ajv);
const valid = ajv.compile(read(schema));
for (const file of files) {
  const why = valid(read(file)) ? [] : valid.errors.map((e) => ` ${e.instancePath} ${e.message}`);
  console.log(`${path.basename(file)}: ${why.length ? 'invalid' : 'valid'}${why.join(';')}`);
}
