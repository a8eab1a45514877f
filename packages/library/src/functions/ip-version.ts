import { declareFunction, numberType, signature } from '../declare.js';
import { typeMismatch } from '../semantics/failures.js';
import { addressVersion } from '../semantics/ip-block.js';

export const ipVersion = declareFunction({
  name: 'ipVersion',
  form: 'ipVersion(ip)',
  signatures: [
    signature('ipVersion', ['ip'], {
      result: () => numberType,
      evaluate: ([address]) => addressVersion(address as string) ?? typeMismatch('ip'),
    }),
  ],
  documentation: '4 or 6. An IPv4 address written as IPv6 (`::ffff:10.0.0.1`) is version 4.',
  examples: [
    {
      text: 'ipVersion(transaction.deviceDetails.ipAddress)',
      result: '6',
      given: { 'transaction.deviceDetails.ipAddress': '2001:db8::1' },
    },
    { text: 'ipVersion("::ffff:192.0.2.1")', result: '4' },
  ],
});
