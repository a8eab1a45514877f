import { failure, isObject, ok, type Result } from '@tamis/stdx';
import { nameSimilarity } from '@tamis/screening';

import type { ItemProblem } from '../../item-problem.js';
import type { Asked, Provider, ProviderWorld } from '../../provider.js';
import { jsonResponse } from '../../reading/json-response.js';
import { isSameTaxId, sameNameFrom, valueAt } from '../../subject/subject-problem.js';
import { normalize } from './normalize.js';
import { recordings } from './recordings.js';

const publicAddress = 'https://api.gleif.org/api/v1';
const candidates = 20;

type Found<T> = Promise<Result<T, ItemProblem>>;

/**
 * Finds a record by its number, or else by its name, and adds its parents. The source's search is fuzzy, so its results are only
 * candidates.
 */
async function run(asked: Asked, world: ProviderWorld): Found<unknown> {
  const base = (world.setting('baseUrl') ?? publicAddress).replace(/\/+$/, '');
  const record = await findRecord(asked, world, base);
  if (!record.ok) return record;
  const directParent = await parentOf(record.value, 'direct-parent', world, base);
  if (!directParent.ok) return directParent;
  const ultimateParent = await parentOf(record.value, 'ultimate-parent', world, base);
  if (!ultimateParent.ok) return ultimateParent;
  return ok({ record: record.value, directParent: directParent.value, ultimateParent: ultimateParent.value });
}

const notFound: Result<never, ItemProblem> = failure({
  code: 'SUBJECT_NOT_FOUND',
  message: 'The source has no legal entity with this number, or with this name in this country.',
});

async function findRecord(asked: Asked, world: ProviderWorld, base: string): Found<unknown> {
  const { taxId, name } = asked;
  if (taxId !== null) {
    const listed = await listRecords('filter[fulltext]', taxId, world, base);
    if (!listed.ok) return listed;
    const record = listed.value.find((candidate) => hasNumber(candidate, asked));
    if (record !== undefined) return ok(record);
  }
  if (name === null) return notFound;
  const listed = await listRecords('filter[entity.legalName]', name, world, base);
  return listed.ok ? byName(listed.value, asked, name) : listed;
}

async function listRecords(
  filter: string,
  text: string,
  world: ProviderWorld,
  base: string,
): Found<readonly unknown[]> {
  const query = new URLSearchParams({ [filter]: text, 'page[size]': String(candidates) });
  const response = await world.ask({ method: 'GET', url: `${base}/lei-records?${query.toString()}` });
  if (!response.ok) return response;
  const document = jsonResponse(response.value);
  if (!document.ok) return document;
  const { data } = document.value;
  return Array.isArray(data)
    ? ok(data as readonly unknown[])
    : failure({
        code: 'NORMALIZATION_FAILED',
        message: 'The response of the source cannot be read: `data` is not a list.',
      });
}

const isIn = (record: unknown, country: string): boolean =>
  valueAt(record, '/attributes/entity/legalAddress/country') === country;

function hasNumber(record: unknown, { taxId, country }: Asked): boolean {
  const number = valueAt(record, '/attributes/entity/registeredAs');
  return typeof number === 'string' && taxId !== null && isIn(record, country) && isSameTaxId(number, taxId, country);
}

/** Returns the record whose name is the most similar and similar enough; not found if two records are equally similar. */
function byName(records: readonly unknown[], { country }: Asked, name: string): Result<unknown, ItemProblem> {
  const scored = records
    .filter((record) => isIn(record, country))
    .map((record) => {
      const legalName = valueAt(record, '/attributes/entity/legalName/name');
      return { record, similarity: typeof legalName === 'string' ? nameSimilarity(legalName, name) : 0 };
    })
    .filter(({ similarity }) => similarity >= sameNameFrom)
    .sort((a, b) => b.similarity - a.similarity);
  const [best, next] = scored;
  return best === undefined || best.similarity === next?.similarity ? notFound : ok(best.record);
}

/** Only the presence of the record's links is checked; the addresses are built here. */
async function parentOf(record: unknown, relation: string, world: ProviderWorld, base: string): Found<unknown> {
  const lei = valueAt(record, '/id');
  const link = valueAt(record, `/relationships/${relation}/links/lei-record`);
  if (typeof lei !== 'string' || typeof link !== 'string') return ok(null);
  const response = await world.ask({
    method: 'GET',
    url: `${base}/lei-records/${encodeURIComponent(lei)}/${relation}`,
  });
  if (!response.ok) return response;
  if (response.value.status === 404) return ok(null);
  const document = jsonResponse(response.value);
  if (!document.ok) return document;
  return ok(isObject(document.value['data']) ? document.value['data'] : null);
}

/** The register of legal entity identifiers. Its parents are those that consolidate accounts, which is not beneficial ownership. */
export const globalGleifLei: Provider = {
  code: 'global_gleif_lei',
  name: 'GLEIF: legal entity identifier',
  description:
    'Name, registration, address and parents of a company with an LEI. It accepts an equal registration number, or a name with ' +
    'similarity 0.92 in the same country. Parents are those of the consolidated accounts, which is not beneficial ownership.',
  documentation: 'https://documenter.getpostman.com/view/7679680/SVYrrxuU',
  type: 'enrichment',
  status: 'available',
  capabilities: ['basic_data', 'relationships'],
  countries: ['GLOBAL'],
  entityTypes: ['company'],
  priceCents: 10,
  input: { oneOf: [['taxId'], ['name']], parameters: [] },
  settings: [{ name: 'baseUrl', description: 'Address of a mirror of the API.', isSecret: false, isRequired: false }],
  provides: [
    'taxId',
    'legalName',
    'registrationNumber',
    'registrationStatus',
    'incorporationDate',
    'legalNature',
    'address.street',
    'address.city',
    'address.state',
    'address.country',
    'address.postalCode',
    'relatedCompanies',
  ],
  ownMembers: ['lei', 'leiStatus', 'leiNextRenewal'],
  reliability: 'official',
  confidence: 0.85,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: ['api.gleif.org', '{baseUrl}'], datasets: [] },
  calls: { timeoutMs: 10_000, attempts: 3, perMinute: 30, atOnce: 8, repeat: 'safe' },
  cacheDays: 7,
  subjectAt: {
    taxId: '/record/attributes/entity/registeredAs',
    name: '/record/attributes/entity/legalName/name',
  },
  version: 1,
  run,
  normalize,
  recordings,
};
