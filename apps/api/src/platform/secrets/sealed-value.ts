import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

import { SecretsError } from './secrets-error.js';

/** Where a secret stands. It can be opened nowhere else. */
export interface SecretPlace {
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
const headBytes = 1 + idBytes + nonceBytes;

/** What a sealed text is bound to. Lengths are part of it, so that no two places read alike. */
export const bindingOf = ({ organizationId, table, rowId, field }: SecretPlace): Buffer =>
  Buffer.from(JSON.stringify([organizationId, table, rowId, field]));

/** Format, id of the data key, nonce, ciphertext, tag. */
export function seal(key: Buffer, keyId: string, binding: Buffer, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(binding);
  const sealed = [cipher.update(plain), cipher.final()];
  return Buffer.concat([Buffer.of(format), keyIdBytes(keyId), nonce, ...sealed, cipher.getAuthTag()]);
}

/** The id of the data key a value was sealed with. Throws `SecretsError` for what was never sealed. */
export function keyIdOf(sealed: Buffer): string {
  if (sealed.length < headBytes + tagBytes || sealed[0] !== format) throw new SecretsError('this is no sealed value');
  const hex = sealed.toString('hex', 1, 1 + idBytes);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Throws `SecretsError` for a value that was changed, that stands somewhere else, or whose key is another. */
export function open(key: Buffer, binding: Buffer, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(1 + idBytes, headBytes);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(binding);
  decipher.setAuthTag(sealed.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(headBytes, -tagBytes)), decipher.final()]);
  } catch {
    throw new SecretsError('a sealed value was changed, or does not belong where it stands');
  }
}

/** As it stands in a sealed value, behind its first byte. */
export const keyIdBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex');
