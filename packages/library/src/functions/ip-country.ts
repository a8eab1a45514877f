import { declareFunction } from '../declare.js';
import { referenceSignature } from '../semantics/reference-signature.js';

export const ipCountry = declareFunction({
  name: 'ipCountry',
  form: 'ipCountry(ip)',
  signatures: [referenceSignature('ipCountry', 'ip', { kind: 'country' })],
  cost: 'c2',
  documentation: 'The country an address is announced in. Unknown (`not_in_data`) for an unlisted address.',
  examples: [
    {
      text: 'ipCountry(transaction.deviceDetails.ipAddress) = "BR"',
      result: 'true',
      given: { 'transaction.deviceDetails.ipAddress': '200.160.2.3' },
      data: { reference: { ipCountry: { '200.160.2.3': 'BR' } } },
    },
    {
      text: 'ipCountry(transaction.deviceDetails.ipAddress)',
      result: 'unknown (not_in_data)',
      given: { 'transaction.deviceDetails.ipAddress': '10.0.0.1' },
      data: { reference: { ipCountry: {} } },
    },
  ],
});
