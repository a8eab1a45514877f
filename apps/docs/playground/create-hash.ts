import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

type Bytes = string | Uint8Array;

const bytesOf = (data: Bytes): Uint8Array => (typeof data === 'string' ? utf8ToBytes(data) : data);

/** As `createHash` of Node, of which the engine uses SHA-256 alone. */
export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new Error(`no ${algorithm} in browsers`);
  const hash = sha256.create();
  return {
    update(data: Bytes) {
      hash.update(bytesOf(data));
      return this;
    },
    copy: () => {
      throw new Error('a hash is not copied in browsers');
    },
    digest: (encoding: 'hex' | 'base64url') => {
      const bytes = hash.digest();
      return encoding === 'hex'
        ? bytesToHex(bytes)
        : btoa(String.fromCharCode(...bytes))
            .replaceAll('+', '-')
            .replaceAll('/', '_')
            .replaceAll('=', '');
    },
  };
}
