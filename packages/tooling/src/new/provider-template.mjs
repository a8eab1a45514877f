/**
 * The files of a new provider: it requests one JSON document and fulfils the contract as it is written. Its author replaces the URL, the
 * fields and the recordings with those of the source.
 *
 * @param {string} code as `br_source_kind`
 * @returns {Readonly<Record<'provider.ts' | 'normalize.ts' | 'recordings.ts', string>>}
 */
export const providerTemplate = (code) => ({
  'provider.ts': declaration(code),
  'normalize.ts': normalize,
  'recordings.ts': recordings(code),
});

const declaration = (/** @type {string} */ code) => `import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { jsonResponse } from '../../reading/json-response.js';
import { normalize } from './normalize.js';
import { recordings } from './recordings.js';

const publicAddress = 'https://source.example/v1';

async function run(asked: Asked, world: ProviderWorld): Promise<Result<unknown, ItemProblem>> {
  const base = (world.setting('baseUrl') ?? publicAddress).replace(/\\/+$/, '');
  const url = \`\${base}/companies/\${encodeURIComponent(asked.taxId ?? '')}\`;
  const response = await world.ask({ method: 'GET', url });
  return response.ok ? jsonResponse(response.value) : response;
}

/** What the source is, in one sentence. */
export const ${constantOf(code)}: Provider = {
  code: '${code}',
  name: '${code}',
  description: 'What the source tells, and what it does not.',
  documentation: 'https://source.example/documentation',
  type: '${code.endsWith('_check') ? 'check' : 'enrichment'}',
  status: 'beta',
  capabilities: ['basic_data'],
  countries: ['${code.startsWith('global_') ? 'GLOBAL' : code.slice(0, 2).toUpperCase()}'],
  entityTypes: ['company'],
  priceCents: 10,
  input: { oneOf: [['taxId']], parameters: [] },
  settings: [{ name: 'baseUrl', description: 'Address of another server.', isSecret: false, isRequired: false }],
  provides: ['taxId', 'legalName', 'incorporationDate'],
  reliability: 'community',
  confidence: 0.5,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: ['source.example', '{baseUrl}'], datasets: [] },
  calls: { timeoutMs: 10_000, attempts: 2, perMinute: 30, atOnce: 4, repeat: 'safe' },
  cacheDays: 1,
  subjectAt: { taxId: '/taxId' },
  version: 1,
  run,
  normalize,
  recordings,
};
`;

const normalize = `import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import { compact } from '../../reading/compact.js';
import { reading } from '../../reading/reader.js';

export const normalize = (raw: unknown): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const taxId = response.at('taxId');
    return compact({
      taxId: taxId.required(taxId.code()),
      legalName: response.at('name').text(),
      incorporationDate: response.at('incorporated').date(),
    });
  });
`;

const recordings = (/** @type {string} */ code) => `import type { Recording } from '../../provider.js';
import { jsonRecording as json } from '../../sandbox/recorded-world.js';

const asked = {
  type: 'company',
  country: '${code.startsWith('global_') ? 'PT' : code.slice(0, 2).toUpperCase()}',
  taxId: '${taxIdOf(code)}',
  name: null,
  emails: [],
  phones: [],
} as const;

const company = { taxId: asked.taxId, name: 'Invented Company', incorporated: '2020-02-01' };

/** After the documentation of the source; every subject is invented. */
export const recordings: readonly Recording[] = [
  { name: 'success', recordedOn: '2026-01-15', asked, response: json(200, company), outcome: 'ok' },
  { name: 'partial', asked, response: json(200, { taxId: asked.taxId }), outcome: 'ok' },
  { name: 'not-found', asked, response: json(404, {}), outcome: 'SUBJECT_NOT_FOUND' },
  { name: 'other-subject', asked, response: json(200, { ...company, taxId: '0' }), outcome: 'SUBJECT_MISMATCH' },
];
`;

/**
 * @param {string} code
 * @returns {string} `br_source_kind` as `brSourceKind`
 */
export const constantOf = (code) => code.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

/** Numbers with correct check digits, for countries that the product supports. */
function taxIdOf(/** @type {string} */ code) {
  const known = { ar: '30707029540', br: '11444777000161', cl: '760864285', co: '8002157755', mx: 'GOD010101AA2' };
  return known[/** @type {keyof typeof known} */ (code.slice(0, 2))] ?? '500100144';
}
