import { declareFunction, numberType } from '../declare.js';
import { referenceSignature } from '../semantics/reference-signature.js';

export const ipAsn = declareFunction({
  name: 'ipAsn',
  form: 'ipAsn(ip)',
  signatures: [referenceSignature('ipAsn', 'ip', numberType)],
  cost: 'c2',
  documentation: 'Number of the network (autonomous system) an address belongs to.',
  examples: [
    {
      text: 'ipAsn(transaction.deviceDetails.ipAddress)',
      result: '22548',
      given: { 'transaction.deviceDetails.ipAddress': '200.160.2.3' },
      data: { reference: { ipAsn: { '200.160.2.3': 22548 } } },
    },
    {
      text: 'ipAsn(transaction.deviceDetails.ipAddress)',
      result: 'unknown (source_unavailable)',
      given: { 'transaction.deviceDetails.ipAddress': '200.160.2.3' },
    },
  ],
});
