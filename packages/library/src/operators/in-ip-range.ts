import { declareOperator } from '../declare.js';
import { ipRangeSignatures } from '../semantics/ip-range-signatures.js';

export const inIpRange = declareOperator({
  name: 'in_ip_range',
  form: 'ip in ["10.0.0.0/8"]',
  signatures: ipRangeSignatures('in_ip_range', true),
  cost: 'c1',
  documentation:
    'The address equals one of the addresses or lies in one of the blocks. An IPv4 address written as IPv6 is its IPv4 address.',
  examples: [
    {
      text: 'transaction.deviceDetails.ipAddress in ["10.0.0.0/8", "192.0.2.1"]',
      result: 'true',
      given: { 'transaction.deviceDetails.ipAddress': '10.2.3.4' },
    },
    {
      text: 'transaction.deviceDetails.ipAddress in ["10.0.0.0/8"]',
      result: 'true',
      given: { 'transaction.deviceDetails.ipAddress': '::ffff:10.2.3.4' },
    },
    { text: 'transaction.deviceDetails.ipAddress in ["10.0.0.0/8"]', result: 'unknown (missing)', given: {} },
  ],
});
