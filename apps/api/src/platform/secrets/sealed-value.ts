import { createCipheriv, createDecipheriv } from 'node:crypto';

import { randomBytesPool } from '../random-bytes-pool.js';
import { SecretsError } from './secrets-error.js';

/** Location of a secret. It cannot be decrypted for any other location. */
export interface SecretLocation {
  readonly organizationId: string;
  readonly table: string;
  readonly rowId: string;
  readonly field: string;
}

const algorithm = 'aes-256-gcm';
const format = 1;
const idBytes = 16;
const nonceBytes = 12;
const tagBytes = 16;
const headerBytes = 1 + idBytes + nonceBytes;

const nextNonce = randomBytesPool(nonceBytes);

/** Returns the data that a ciphertext is bound to. The encoding is unambiguous, so that no two locations result in the same data. */
export const associatedDataOf = ({ organizationId, table, rowId, field }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([organizationId, table, rowId, field]));

/**
 * Encrypts a value. The result consists of format, id of the data key, nonce, ciphertext and tag. `keyId` is encoded as by `keyIdBytes`.
 */
export function seal(key: Buffer, keyId: Buffer, binding: Buffer, plain: Buffer): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(binding);
  const body = cipher.update(plain);
  // In this mode, no output is left at the end. The call computes the tag.
  cipher.final();
  const sealed = Buffer.allocUnsafe(headerBytes + body.length + tagBytes);
  sealed[0] = format;
  sealed.set(keyId, 1);
  sealed.set(nonce, 1 + idBytes);
  sealed.set(body, headerBytes);
  sealed.set(cipher.getAuthTag(), headerBytes + body.length);
  return sealed;
}

/**
 * Returns the id of the data key that a value was encrypted with, as stored in it. Throws `SecretsError` if the value was never encrypted.
 */
export function keyIdOf(sealed: Buffer): Buffer {
  if (sealed.length < headerBytes + tagBytes || sealed[0] !== format)
    throw new SecretsError('this is not an encrypted value');
  return sealed.subarray(1, 1 + idBytes);
}

/** Decrypts a value. Throws `SecretsError` if it was changed, belongs to another location, or has another key. */
export function open(key: Buffer, binding: Buffer, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(1 + idBytes, headerBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(binding);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    const plain = decipher.update(sealed.subarray(headerBytes, -tagBytes));
    decipher.final();
    return plain;
  } catch {
    throw new SecretsError('a sealed value was changed, or does not belong where it stands');
  }
}

/** Returns a key id as it is stored in an encrypted value, after its first byte. */
export const keyIdBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** Returns the id that was encoded by `keyIdBytes`. */
export const keyIdText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
