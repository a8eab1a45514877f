import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { type MasterKeySource, missingMasterKey } from '../config/index.js';
import { MissingKeyError, SecretsError } from './secrets-error.js';

/** A key that wraps the keys of organizations. Its id reveals nothing about it. */
export interface MasterKey {
  readonly id: string;
  readonly bytes: Buffer;
}

const keyBytes = 32;

/**
 * Master keys of this process: the first one wraps keys, and all of them can unwrap. A key file is read again when a key is requested that
 * it did not contain, so that a rotation requires no restart.
 */
export class MasterKeys {
  private keys: readonly MasterKey[];

  /** Throws `SecretsError` if the keys cannot be read. */
  constructor(private readonly source: MasterKeySource | null) {
    this.keys = source ? readKeys(source) : [];
  }

  get current(): MasterKey {
    const [first] = this.keys;
    if (!first) throw new MissingKeyError(missingMasterKey);
    return first;
  }

  get ids(): readonly string[] {
    return this.keys.map(({ id }) => id);
  }

  /** Returns a key. Throws `SecretsError` if it is not available. */
  find(id: string): MasterKey {
    const known = this.keys.find((key) => key.id === id);
    if (known) return known;
    if (!this.source) throw new MissingKeyError(missingMasterKey);
    if ('file' in this.source) this.keys = readKeys(this.source);
    const found = this.keys.find((key) => key.id === id);
    if (!found) throw new SecretsError(`${nameOf(this.source)}: the master key ${id} is missing`);
    return found;
  }
}

export const nameOf = (source: MasterKeySource): string =>
  'file' in source ? `TAMIS_MASTER_KEY_FILE (${source.file})` : 'TAMIS_MASTER_KEY';

function readKeys(source: MasterKeySource): readonly MasterKey[] {
  const texts = textOf(source)
    .split(/[\s,]+/)
    .filter((text) => text !== '');
  if (texts.length === 0) throw new SecretsError(`${nameOf(source)}: contains no key`);
  return texts.map((text, index) => {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.length !== keyBytes || bytes.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, ''))
      throw new SecretsError(`${nameOf(source)}: key ${index + 1} is not ${keyBytes} bytes in base64`);
    return { id: createHmac('sha256', bytes).update('id of a master key').digest('hex').slice(0, 16), bytes };
  });
}

function textOf(source: MasterKeySource): string {
  if ('text' in source) return source.text;
  try {
    return readFileSync(source.file, 'utf8');
  } catch (error) {
    throw new SecretsError(`${nameOf(source)}: cannot be read: ${(error as Error).message}`);
  }
}
