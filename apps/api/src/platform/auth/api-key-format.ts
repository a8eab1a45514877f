import { randomInt, createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 220 bits of randomness. */
export const randomCharacters = 37;

export const checksumCharacters = 6;

export const keyPattern = new RegExp(`^tms_[a-z]{2,20}_[0-9A-Za-z]{${randomCharacters + checksumCharacters}}$`);

/**
 * A new key: `tms_<deployment>_<43 letters and digits>`. The last six are a checksum of all before them, so that a mistyped or
 * invented key is refused without asking the database.
 */
export function generateApiKey(deployment: string): string {
  const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
  const start = `tms_${deployment}_${random}`;
  return start + checksum(start);
}

export const isApiKey = (text: string): boolean =>
  keyPattern.test(text) && checksum(text.slice(0, -checksumCharacters)) === text.slice(-checksumCharacters);

/** What is stored of a key. The random part is long, so no slow hash is needed. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();

/** The first characters, which may be shown again. */
export const visiblePrefix = (key: string): string => key.slice(0, key.lastIndexOf('_') + 5);

export function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  while (digits.length < checksumCharacters) {
    digits = alphabet[rest % alphabet.length]! + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
