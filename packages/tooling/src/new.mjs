// npm run new provider <code> writes the three files of an enrichment provider, and its line in the list
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { constantOf, providerTemplate } from './new/provider-template.mjs';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // Tests write into a copy.
  options: { root: { type: 'string', default: fileURLToPath(new URL('../../..', import.meta.url)) } },
});
const [kind, code = ''] = positionals;
const codeForm = /^(?:[a-z]{2}|global)_[a-z0-9]+(?:_[a-z0-9]+)+$/;

if (kind !== 'provider' || !codeForm.test(code)) {
  console.error('usage: npm run new provider <code>, a code as br_source_kind or global_source_kind');
  process.exitCode = 2;
} else {
  writeProvider(code, join(values.root, 'packages/enrichment/src'));
}

/** @param {string} code @param {string} source */
function writeProvider(code, source) {
  const folder = code.replaceAll('_', '-');
  const path = join(source, 'providers', folder);
  if (existsSync(path)) {
    console.error(`there is a provider ${code} already: ${path}`);
    process.exitCode = 1;
    return;
  }
  mkdirSync(path);
  for (const [name, text] of Object.entries(providerTemplate(code))) writeFileSync(join(path, name), text);
  const list = join(source, 'providers.ts');
  writeFileSync(list, withProvider(readFileSync(list, 'utf8'), code, folder));
  console.log(`written: ${path}, and its line in ${list}\nthen: npm run generate, and apps/docs/adding.md`);
}

/** @param {string} text @param {string} code @param {string} folder */
function withProvider(text, code, folder) {
  const constant = constantOf(code);
  return text
    .replace('\n\n', `\nimport { ${constant} } from './providers/${folder}/provider.js';\n\n`)
    .replace('\n];', `\n  ${constant},\n];`);
}
