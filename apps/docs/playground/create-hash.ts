import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

type Bytes = string | Uint8Array;

const bytesOf = (data: Bytes): Uint8Array => (typeof data === 'string' ? utf8ToBytes(data) : data);

/** Works like `createHash` of Node, of which the engine uses only SHA-256 with hexadecimal digits. */
export function createHash(algorithm: string) {
  if (algorithm !== 'sha256') throw new Error(`no ${algorithm} in browsers`);
  const hash = sha256.create();
  return {
    update(data: Bytes) {
      hash.update(bytesOf(data));
      return this;
    },
    digest: (encoding: string) => {
      if (encoding !== 'hex') throw new Error(`no digest as ${encoding} in browsers`);
      return bytesToHex(hash.digest());
    },
  };
}
