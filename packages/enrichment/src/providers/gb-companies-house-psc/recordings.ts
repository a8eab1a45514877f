import type { Recording } from '../../provider.js';

const asked = {
  type: 'company',
  country: 'GB',
  taxId: '00987123',
  name: null,
  emails: [],
  phones: [],
} as const;

const row = (data: object) => ({ company_number: '00987123', data: { etag: 'e0', links: {}, ...data } });

const address = { address_line_1: '4 Harbour Row', locality: 'Whitby', postal_code: 'YO21 9ZZ', country: 'England' };

const person = (name: string, natures: readonly string[], more: object = {}) =>
  row({
    kind: 'individual-person-with-significant-control',
    name,
    name_elements: { title: 'Ms', forename: name.split(' ')[0], surname: name.split(' ').at(-1) },
    nationality: 'British',
    country_of_residence: 'England',
    date_of_birth: { month: 5, year: 1971 },
    natures_of_control: natures,
    notified_on: '2016-04-06',
    address,
    ...more,
  });

const company = row({
  kind: 'corporate-entity-person-with-significant-control',
  name: 'Harbour Row Holdings Limited',
  identification: {
    country_registered: 'England',
    legal_authority: 'Companies Act 2006',
    legal_form: 'Private Company Limited By Shares',
    place_registered: 'Companies House',
    registration_number: '1234567',
  },
  natures_of_control: ['ownership-of-shares-25-to-50-percent', 'voting-rights-25-to-50-percent'],
  notified_on: '2019-02-01',
  address,
});

const ceased = person('Ms Oona Fairweather', ['ownership-of-shares-75-to-100-percent'], { ceased_on: '2019-01-31' });

/** Based on the documentation of the bulk file; every person and company is invented. */
export const recordings: readonly Recording[] = [
  {
    name: 'success',
    recordedOn: '2026-01-15',
    asked,
    response: {
      rows: [
        person('Ms Winifred Stark', ['ownership-of-shares-50-to-75-percent', 'voting-rights-50-to-75-percent']),
        company,
        ceased,
      ],
    },
    outcome: 'ok',
  },
  {
    name: 'partial',
    asked,
    response: {
      rows: [
        row({
          kind: 'individual-person-with-significant-control',
          name: 'Mr Ivo Lark',
          natures_of_control: ['significant-influence-or-control'],
        }),
      ],
    },
    outcome: 'ok',
  },
  {
    name: 'every-band',
    asked,
    response: {
      rows: [
        person('Ms Ada Quill', ['ownership-of-shares-25-to-50-percent-as-trust']),
        person('Ms Bea Quill', ['ownership-of-shares-75-to-100-percent']),
        person('Ms Cleo Quill', ['right-to-share-surplus-assets-50-to-75-percent-limited-liability-partnership']),
        person('Ms Dora Quill', ['voting-rights-75-to-100-percent']),
        person('Ms Eve Quill', ['ownership-of-shares-more-than-25-percent-registered-overseas-entity']),
      ],
    },
    outcome: 'ok',
  },
  { name: 'dissolved', asked, response: { rows: [ceased] }, outcome: 'ok' },
  {
    name: 'protected-person',
    asked,
    response: {
      rows: [
        row({
          kind: 'super-secure-person-with-significant-control',
          description: 'super-secure-persons-with-significant-control',
        }),
      ],
    },
    outcome: 'ok',
  },
  {
    name: 'statement-only',
    asked,
    response: {
      rows: [
        row({
          kind: 'persons-with-significant-control-statement',
          statement: 'no-individual-or-entity-with-signficant-control',
          notified_on: '2020-03-02',
        }),
      ],
    },
    outcome: 'ok',
  },
  { name: 'not-found', asked, response: { rows: [] }, outcome: 'SUBJECT_NOT_FOUND' },
  {
    name: 'not-loaded',
    asked,
    response: { problem: { code: 'DATASET_NOT_LOADED', message: 'The register is not loaded on this server.' } },
    outcome: 'DATASET_NOT_LOADED',
  },
  {
    name: 'other-subject',
    asked,
    response: { rows: [{ ...company, company_number: '00111111' }] },
    outcome: 'SUBJECT_MISMATCH',
  },
];
