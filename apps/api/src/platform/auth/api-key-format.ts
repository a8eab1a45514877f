import { createHmac, hash, randomInt } from 'node:crypto';

import type { Queryable } from '../database/index.js';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** 220 bits of randomness. */
const randomCharacters = 37;

const checksumCharacters = 6;
const checksumBytes = 6;

const keyPattern = new RegExp(`^tms_[a-z]{2,20}_[0-9A-Za-z]{${randomCharacters + checksumCharacters}}$`);

/** Returns the hash of a key that is stored. The random part is long, so no slow hash is needed. */
export const hashApiKey = (key: string): Buffer => hash('sha256', key, 'buffer');

/** Returns the first characters of a key, which may be shown again. */
export const visiblePrefix = (key: string): string => key.slice(0, key.lastIndexOf('_') + 5);

/** Format of the API keys of one database. Keys in this format cannot be made up without knowing its secret. */
export class ApiKeyFormat {
  constructor(private readonly secret: Buffer) {}

  /**
   * Generates a new key: `tms_<deployment>_<43 letters and digits>`. The last six characters are a checksum of everything before them, so
   * that a mistyped or invented key is refused without querying the database.
   */
  generate(deployment: string): string {
    const random = Array.from({ length: randomCharacters }, () => alphabet[randomInt(alphabet.length)]).join('');
    const start = `tms_${deployment}_${random}`;
    return start + this.checksum(start);
  }

  fits(text: string): boolean {
    const at = -checksumCharacters;
    return keyPattern.test(text) && this.checksum(text.slice(0, at)) === text.slice(at);
  }

  private checksum(text: string): string {
    let rest = createHmac('sha256', this.secret).update(text).digest().readUIntBE(0, checksumBytes);
    let digits = '';
    while (digits.length < checksumCharacters) {
      digits = alphabet[rest % alphabet.length]! + digits;
      rest = Math.floor(rest / alphabet.length);
    }
    return digits;
  }
}

/**
 * Reads the key format. Its secret is created with the database and never changes, so that keys stay valid when master keys are replaced.
 */
export async function readApiKeyFormat(client: Queryable): Promise<ApiKeyFormat> {
  const { rows } = await client.query<{ secret: Buffer }>('select secret from api_key_checksum');
  return new ApiKeyFormat(rows[0]!.secret);
}
