import { boolType, declareFunction, signature } from '../declare.js';
import { isPrivateAddress } from '../semantics/ip-block.js';

export const isPrivateIp = declareFunction({
  name: 'isPrivateIp',
  form: 'isPrivateIp(ip)',
  signatures: [
    signature('isPrivateIp', ['ip'], {
      result: () => boolType,
      evaluate: ([address]) => isPrivateAddress(address as string),
    }),
  ],
  documentation: 'An address of a local network, of a provider’s inner network or of the machine itself.',
  examples: [
    { text: 'isPrivateIp("192.168.1.20")', result: 'true' },
    { text: 'isPrivateIp("fd00::1")', result: 'true' },
    { text: 'isPrivateIp("200.160.2.3")', result: 'false' },
  ],
});
