import type { Recording } from '../../provider.js';

const asked = {
  type: 'person',
  country: 'BR',
  taxId: null,
  name: null,
  emails: ['irene@correio.example'],
  phones: [],
} as const;

const noSuchDomain = { problem: { code: 'SUBJECT_NOT_FOUND', message: 'There is no such domain.' } } as const;
const failing = {
  problem: { code: 'PROVIDER_TIMEOUT', message: 'The DNS server did not respond in time.' },
} as const;

/** Based on RFC 5321 and RFC 7505; every domain has a reserved name. */
export const recordings: readonly Recording[] = [
  { name: 'success', asked, response: { records: ['10 mx.correio.example'] }, outcome: 'ok' },
  {
    name: 'address-without-exchanger',
    asked,
    response: { records: null },
    following: [{ records: ['192.0.2.10'] }],
    outcome: 'ok',
  },
  { name: 'neither', asked, response: { records: null }, following: [{ records: null }], outcome: 'ok' },
  { name: 'takes-no-mail', asked, response: { records: ['0 .'] }, outcome: 'ok' },
  { name: 'no-such-domain', asked, response: noSuchDomain, outcome: 'ok' },
  { name: 'no-domain', asked: { ...asked, emails: ['irene', 'irene@[192.0.2.1]'] }, response: null, outcome: 'ok' },
  {
    name: 'partial',
    asked: { ...asked, emails: ['irene@correio.example', 'irene@antigo.example'] },
    response: { records: ['10 mx.correio.example'] },
    following: [failing],
    outcome: 'ok',
  },
  { name: 'failing-resolver', asked, response: failing, outcome: 'PROVIDER_TIMEOUT' },
];
