// npm run check:sources [-- --at http://127.0.0.1:8080] Queries the real addresses of providers and compares the format of the responses
// with that of the recordings. No other program does so: it runs by itself at night, never as a part of the tests. Ends with 1 if a source
// has changed, otherwise with 2 if one cannot be reached. `--at` is the URL of a mirror to query instead, with the host as the first part
// of the path.
import { parseArgs } from 'node:util';

import { buildProjects } from './build-projects.mjs';
import { checkSource } from './source-check.mjs';

const { values } = parseArgs({ options: { at: { type: 'string' }, json: { type: 'boolean', default: false } } });
if (!process.env.TAMIS_BUILT) buildProjects(['packages/enrichment']);
const { allProviders } = await import('../../enrichment/dist/index.js');

/** Subjects that are public anyway: a state-owned bank, the foundation of the source itself, a documented test number. */
const subjects = [
  { code: 'br_receita_cnpj', country: 'BR', taxId: '00000000000191', name: null },
  { code: 'global_gleif_lei', country: 'CH', taxId: null, name: 'Global Legal Entity Identifier Foundation' },
  { code: 'eu_vies_check', country: 'IE', taxId: 'IE6388047V', name: null },
];

function addressOf(url) {
  const { host, pathname, search } = new URL(url);
  return values.at === undefined ? url : `${values.at.replace(/\/+$/, '')}/${host}${pathname}${search}`;
}

const checks = [];
for (const { code, ...subject } of subjects) {
  const provider = allProviders.find((one) => one.code === code);
  const asked = { type: 'company', ...subject, emails: [], phones: [], parameters: {} };
  checks.push(await checkSource(provider, asked, addressOf));
}
if (values.json) process.stdout.write(`${JSON.stringify(checks)}\n`);
else
  console.table(
    checks.map(({ otherTypes, gone, ...check }) => ({
      ...check,
      otherTypes: otherTypes.join(', ') || 'none',
      gone: gone.length,
    })),
  );
const states = checks.map(({ state }) => state);
process.exitCode = states.includes('changed') ? 1 : states.includes('unreachable') ? 2 : 0;
