import { declareOperator } from '../declare.js';
import { ipRangeSignatures } from '../semantics/ip-range-signatures.js';

export const notInIpRange = declareOperator({
  name: 'not_in_ip_range',
  form: 'ip not in ["10.0.0.0/8"]',
  signatures: ipRangeSignatures('not_in_ip_range', false),
  cost: 'c1',
  documentation: 'The address is none of the addresses and lies in none of the blocks.',
  examples: [
    {
      text: 'transaction.deviceDetails.ipAddress not in ["10.0.0.0/8", "192.0.2.1"]',
      result: 'false',
      given: { 'transaction.deviceDetails.ipAddress': '10.2.3.4' },
    },
    {
      text: 'transaction.deviceDetails.ipAddress not in ["10.0.0.0/8"]',
      result: 'false',
      given: { 'transaction.deviceDetails.ipAddress': '::ffff:10.2.3.4' },
    },
    { text: 'transaction.deviceDetails.ipAddress not in ["10.0.0.0/8"]', result: 'unknown (missing)', given: {} },
  ],
});
