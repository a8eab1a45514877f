import { createCipheriv, createDecipheriv } from 'node:crypto';

import { randomBytesPool } from '../random-bytes-pool.js';
import { SecretsError } from './secrets-error.js';

/** Where a secret stands. It can be opened nowhere else. */
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

/** What a sealed text is bound to. Lengths are part of it, so that no two places read alike. */
export const associatedDataOf = ({ organizationId, table, rowId, field }: SecretLocation): Buffer =>
  Buffer.from(JSON.stringify([organizationId, table, rowId, field]));

/** Format, id of the data key, nonce, ciphertext, tag. `keyId` as of `keyIdBytes`. */
export function seal(key: Buffer, keyId: Buffer, binding: Buffer, plain: Buffer): Buffer {
  const nonce = nextNonce();
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(binding);
  const body = cipher.update(plain);
  // In this mode nothing is left to be written; the tag is made.
  cipher.final();
  const sealed = Buffer.allocUnsafe(headerBytes + body.length + tagBytes);
  sealed[0] = format;
  sealed.set(keyId, 1);
  sealed.set(nonce, 1 + idBytes);
  sealed.set(body, headerBytes);
  sealed.set(cipher.getAuthTag(), headerBytes + body.length);
  return sealed;
}

/** The id of the data key a value was sealed with, as it stands there. Throws `SecretsError` for what was never sealed. */
export function keyIdOf(sealed: Buffer): Buffer {
  if (sealed.length < headerBytes + tagBytes || sealed[0] !== format) throw new SecretsError('this is no sealed value');
  return sealed.subarray(1, 1 + idBytes);
}

/** Throws `SecretsError` for a value that was changed, that stands somewhere else, or whose key is another. */
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

/** As it stands in a sealed value, behind its first byte. */
export const keyIdBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');

/** The id that `keyIdBytes` made these of. */
export const keyIdText = (bytes: Buffer): string =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
