import type { Recording } from '../../provider.js';
import { jsonRecording as json } from '../../sandbox/recorded-world.js';

const asked = {
  type: 'company',
  country: 'DE',
  taxId: null,
  name: 'Nordwind Getriebe GmbH',
  emails: [],
  phones: [],
} as const;

interface Parts {
  readonly name: string;
  readonly country?: string;
  readonly registeredAs?: string | null;
  readonly status?: string;
  readonly parents?: boolean;
}

const api = 'https://api.gleif.org/api/v1/lei-records';

const record = (lei: string, { name, country = 'DE', registeredAs = null, status = 'ISSUED', parents }: Parts) => ({
  type: 'lei-records',
  id: lei,
  attributes: {
    lei,
    entity: {
      legalName: { name, language: 'de' },
      otherNames: [],
      legalAddress: {
        language: 'de',
        addressLines: ['Am Alten Hafen 12', 'Haus B'],
        city: 'Bremen',
        region: `${country}-HB`,
        country,
        postalCode: '28195',
      },
      headquartersAddress: null,
      registeredAt: { id: 'RA000242', other: null },
      registeredAs,
      jurisdiction: country,
      category: 'GENERAL',
      legalForm: { id: '2HBR', other: null },
      status: 'ACTIVE',
      creationDate: '1998-04-20T00:00:00Z',
    },
    registration: {
      initialRegistrationDate: '2014-02-03T09:12:00Z',
      status,
      nextRenewalDate: '2026-06-01T00:00:00Z',
      corroborationLevel: 'FULLY_CORROBORATED',
    },
  },
  relationships: {
    'direct-parent': { links: parentLink(lei, 'direct-parent', parents) },
    'ultimate-parent': { links: parentLink(lei, 'ultimate-parent', parents) },
  },
});

const parentLink = (lei: string, relation: string, isKnown = false) =>
  isKnown
    ? { 'relationship-record': `${api}/${lei}/${relation}-relationship`, 'lei-record': `${api}/${lei}/${relation}` }
    : { 'reporting-exception': `${api}/${lei}/${relation}-reporting-exception` };

const nordwind = record('529900TESTNORDWIND01', {
  name: 'Nordwind Getriebe GmbH',
  registeredAs: 'HRB 40817 HB',
  parents: true,
});
const holding = record('529900TESTNORDWIND02', { name: 'Nordwind Beteiligungen AG', registeredAs: 'HRB 40001 HB' });
const group = record('549300TESTNORDWIND03', { name: 'Borealis Drive Group NV', country: 'NL' });
const brazilian = record('254900TESTMORROAZUL1', {
  name: 'Padaria Morro Azul Ltda',
  country: 'BR',
  registeredAs: '11.444.777/0001-61',
  status: 'LAPSED',
});
const page = (...data: readonly unknown[]) => json(200, { meta: { pagination: { total: data.length } }, data });

/** Based on the documentation of the API and the formats LEI-CDF and RR-CDF; every company and identifier is invented. */
export const recordings: readonly Recording[] = [
  {
    name: 'success',
    recordedOn: '2026-01-15',
    asked,
    response: page(nordwind),
    following: [json(200, { data: holding }), json(200, { data: group })],
    outcome: 'ok',
  },
  {
    name: 'by-registration-number',
    asked: { ...asked, country: 'BR', taxId: '11444777000161', name: null },
    response: page(brazilian),
    outcome: 'ok',
  },
  {
    name: 'number-unknown-name-known',
    asked: { ...asked, taxId: '811234567' },
    response: page(),
    following: [page(nordwind), json(404, { errors: [{ status: '404' }] }), json(404, { errors: [{ status: '404' }] })],
    outcome: 'ok',
  },
  {
    name: 'partial',
    asked: { ...asked, name: 'Borealis Drive Group NV', country: 'NL' },
    response: page({
      id: '549300TESTNORDWIND03',
      attributes: {
        entity: { legalName: { name: 'Borealis Drive Group NV' }, legalAddress: { country: 'NL' } },
      },
    }),
    outcome: 'ok',
  },
  { name: 'not-found', asked, response: page(), outcome: 'SUBJECT_NOT_FOUND' },
  {
    name: 'similar-name-only',
    asked,
    response: page(record('529900TESTNORDWIND04', { name: 'Nordstern Getriebebau GmbH' })),
    outcome: 'SUBJECT_NOT_FOUND',
  },
  {
    name: 'same-name-elsewhere',
    asked,
    response: page(record('969500TESTNORDWIND05', { name: 'Nordwind Getriebe GmbH', country: 'AT' })),
    outcome: 'SUBJECT_NOT_FOUND',
  },
  {
    name: 'two-of-one-name',
    asked,
    response: page(nordwind, record('529900TESTNORDWIND06', { name: 'Nordwind Getriebe GmbH' })),
    outcome: 'SUBJECT_NOT_FOUND',
  },
  {
    name: 'refused-query',
    asked,
    response: json(400, { errors: [{ status: '400', title: 'Bad Request' }] }),
    outcome: 'PROVIDER_ERROR',
  },
  {
    name: 'too-many-requests',
    asked,
    response: { problem: { code: 'PROVIDER_RATE_LIMITED', message: 'The source refused: too many requests.' } },
    outcome: 'PROVIDER_RATE_LIMITED',
  },
];
