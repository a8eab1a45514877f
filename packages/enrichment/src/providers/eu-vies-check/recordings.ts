import type { Recording } from '../../provider.js';
import { jsonRecording as json } from '../../sandbox/recorded-world.js';

const asked = {
  type: 'company',
  country: 'IT',
  taxId: 'IT09876543217',
  name: null,
  emails: [],
  phones: [],
} as const;

const checked = (vatNumber: string, more: object = {}) => ({
  isValid: true,
  requestDate: '2026-01-15T08:30:12.114Z',
  userError: 'VALID',
  name: 'OFFICINA DUE PONTI SRL',
  address: 'VIA DEI CEDRI 8 \n40100 BOLOGNA BO\n',
  requestIdentifier: '',
  originalVatNumber: vatNumber,
  vatNumber,
  viesApproximate: { name: '---', street: '---', postalCode: '---', city: '---', companyType: '---', matchName: 3 },
  ...more,
});

/** The response of a member state for a number it has not looked up. */
const unknown = (userError: string) =>
  json(200, checked('09876543217', { isValid: false, userError, name: '---', address: '---' }));

const hidden = { name: '---', address: '---' };

/** Based on the technical documentation of the service; every company and number is invented. */
export const recordings: readonly Recording[] = [
  { name: 'success', recordedOn: '2026-01-15', asked, response: json(200, checked('09876543217')), outcome: 'ok' },
  {
    name: 'partial',
    asked: { ...asked, country: 'DE', taxId: '123456789' },
    response: json(200, checked('123456789', { ...hidden, requestIdentifier: 'WAPIAAAAY0TESTAA' })),
    outcome: 'ok',
  },
  {
    name: 'greece',
    asked: { ...asked, country: 'GR', taxId: 'EL094259216' },
    response: json(200, checked('094259216')),
    outcome: 'ok',
  },
  {
    name: 'northern-ireland',
    asked: { ...asked, country: 'GB', taxId: 'XI110305878' },
    response: json(200, checked('110305878')),
    outcome: 'ok',
  },
  {
    name: 'not-valid',
    asked,
    response: json(200, checked('09876543217', { isValid: false, userError: 'INVALID', ...hidden })),
    outcome: 'ok',
  },
  { name: 'member-state-unavailable', asked, response: unknown('MS_UNAVAILABLE'), outcome: 'PROVIDER_UNAVAILABLE' },
  { name: 'member-state-busy', asked, response: unknown('MS_MAX_CONCURRENT_REQ'), outcome: 'PROVIDER_UNAVAILABLE' },
  { name: 'service-busy', asked, response: unknown('GLOBAL_MAX_CONCURRENT_REQ'), outcome: 'PROVIDER_UNAVAILABLE' },
  { name: 'timeout-of-member-state', asked, response: unknown('TIMEOUT'), outcome: 'PROVIDER_UNAVAILABLE' },
  { name: 'refused-number', asked, response: unknown('INVALID_INPUT'), outcome: 'INVALID_TAX_ID' },
  {
    name: 'wrapped-error',
    asked,
    response: json(200, { actionSucceed: false, errorWrappers: [{ error: 'MS_MAX_CONCURRENT_REQ' }] }),
    outcome: 'PROVIDER_UNAVAILABLE',
  },
  { name: 'other-subject', asked, response: json(200, checked('11111111115')), outcome: 'SUBJECT_MISMATCH' },
];
