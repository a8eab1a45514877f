import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { errorCodes } from '../../apps/api/src/platform/http/errors/error-codes.js';
import { readSourceFiles, repository } from './source-files.js';

/** Codes of the table in platform.md, section 7, and the row-level codes below it. */
const contract = [
  ...['UNAUTHORIZED', 'INVALID_API_KEY', 'EXPIRED_API_KEY', 'MISSING_ORGANIZATION', 'FORBIDDEN'],
  ...['SHARED_RESOURCE_READ_ONLY', 'RATE_LIMIT_EXCEEDED', 'CREATION_CONTRACT_QUOTA_EXCEEDED', 'VALIDATION_ERROR'],
  ...['INVALID_LOOKUP', 'NO_CHANGES', 'INVALID_ENTITY_TYPE', 'COUNTRY_NOT_SUPPORTED', 'INVALID_TAX_ID'],
  ...['NO_DEFAULT_RELATIONSHIP_ENRICHMENTS', 'INVALID_ENTITY_REFERENCES', 'INSUFFICIENT_BALANCE', 'NOT_FOUND'],
  ...['ENTITY_NOT_FOUND', 'CACHE_MISS', 'DUPLICATE_EXTERNAL_ID', 'AMBIGUOUS_TAX_ID_LOOKUP', 'DUPLICATE_TAX_ID'],
  ...['JOB_IN_PROGRESS', 'JOB_ALREADY_WAITING', 'NO_NORMALIZED_ENRICHMENT', 'ENTITY_CREATION_LIST_BLOCK'],
  ...['INVALID_RELATIONSHIP_ENRICHMENT_CONFIG', 'ENRICHMENT_FAILED', 'SKIPS_NOT_AVAILABLE'],
  ...['RELATED_ENTITY_NOT_FOUND', 'ARTIFACT_UPLOAD_FAILED', 'QUEUE_ERROR'],
];

/** Codes whose routes are not built yet, and what will build them. A code that a test provokes is removed from the list. */
const toCome: Readonly<Record<string, string>> = {};

/** Codes for requests that do not reach any route. */
const beforeRoutes = ['METHOD_NOT_ALLOWED', 'REQUEST_TIMEOUT', 'URI_TOO_LONG', 'HEADERS_TOO_LARGE'];

interface Described {
  readonly code: string;
  readonly routes: readonly string[];
}

const described = new Map(
  (JSON.parse(readFileSync(join(repository, 'apps/api/generated/errors.json'), 'utf8')) as readonly Described[]).map(
    ({ code, routes }) => [code, routes],
  ),
);

const comments = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;

/** Strings in tests over HTTP that are a code, or begin with a code and its status: the codes expected in responses. */
const expected = new Set(
  readSourceFiles()
    .filter(({ path }) => /[.]e2e[.]test[.]ts$|^test\/attacks\//.test(path))
    .flatMap(({ text }) => [...text.replaceAll(comments, '').matchAll(/['"`](?:\d{3} )?([A-Z][A-Z_]+)['"` ]/g)])
    .map(([, code]) => code!),
);

const isProvoked = (code: string): boolean => expected.has(code);

describe('error code', () => {
  const codes = Object.keys(errorCodes);

  it('in the contract exists in the server', () => {
    expect(contract.filter((code) => !codes.includes(code))).toEqual([]);
  });

  it('is returned by a route, or listed as not implemented yet', () => {
    const without = codes.filter((code) => described.get(code)?.length === 0 && !beforeRoutes.includes(code));
    expect(without.filter((code) => toCome[code] === undefined)).toEqual([]);
  });

  it('is expected by an HTTP test, or listed as not implemented yet', () => {
    expect(codes.filter((code) => !isProvoked(code) && toCome[code] === undefined)).toEqual([]);
  });

  it('listed as not implemented yet is really not implemented', () => {
    expect(Object.keys(toCome).filter((code) => isProvoked(code) && described.get(code)!.length > 0)).toEqual([]);
  });
});
