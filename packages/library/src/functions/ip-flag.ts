import { boolType, declareFunction, signature } from '../declare.js';
import { factAs } from '../semantics/reference-signature.js';

/** Known properties of an IP address other than its location. */
const flags = ['vpn', 'tor', 'proxy', 'hosting', 'anonymous'] as const;

export const ipFlag = declareFunction({
  name: 'ipFlag',
  form: 'ipFlag(ip, "vpn")',
  signatures: [
    signature('ipFlag', ['ip', 'text'], {
      constants: [
        {
          operand: 1,
          accepts: (value) => (flags as readonly unknown[]).includes(value),
          expected: `one of ${flags.map((flag) => `"${flag}"`).join(', ')}`,
        },
      ],
      result: () => boolType,
      evaluate: ([address, flag], _types, environment) =>
        factAs(environment.reference(`ipFlag:${flag as string}`, address as string), boolType, environment),
    }),
  ],
  cost: 'c2',
  documentation:
    'The address is known as one of a VPN, of Tor, of a proxy, of a hosting provider, or as any of them (`anonymous`). ' +
    'False for an address the data do not list; unknown (`source_unavailable`) when they are not loaded.',
  examples: [
    {
      text: 'ipFlag(transaction.deviceDetails.ipAddress, "tor")',
      result: 'true',
      given: { 'transaction.deviceDetails.ipAddress': '198.51.100.7' },
      data: { reference: { 'ipFlag:tor': { '198.51.100.7': true } } },
    },
    {
      text: 'ipFlag(transaction.deviceDetails.ipAddress, "vpn")',
      result: 'false',
      given: { 'transaction.deviceDetails.ipAddress': '198.51.100.7' },
      data: { reference: { 'ipFlag:vpn': {} } },
    },
    {
      text: 'ipFlag(transaction.deviceDetails.ipAddress, "vpn")',
      result: 'unknown (source_unavailable)',
      given: { 'transaction.deviceDetails.ipAddress': '198.51.100.7' },
    },
  ],
});
