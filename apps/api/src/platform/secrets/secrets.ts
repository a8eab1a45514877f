import { createHmac, randomBytes } from 'node:crypto';

import { Injectable } from '@nestjs/common';

import type { Queryable } from '../database/index.js';
import { limits } from '../limits.js';
import { findCurrentKey, findDataKey, insertDataKey, type KeyPurpose, newDataKey, unwrap } from './data-key-store.js';
import { AccountNumberCipher } from './account-number-cipher.js';
import { MasterKeys } from './master-keys.js';
import { associatedDataOf, keyIdBytes, keyIdOf, keyIdText, open, seal, type SecretLocation } from './sealed-value.js';
import { SecretsError } from './secrets-error.js';

interface DataKey {
  /** Encoded as by `keyIdBytes`. */
  readonly id: Buffer;
  readonly bytes: Buffer;
}

const dataKeyBytes = 32;

/**
 * Encrypts texts that must not be readable in the database. Each is encrypted with a key of its organization, which the master key wraps,
 * and bound to its table, row and field. `client` must be in a transaction of the organization, or come from
 * `TenantDatabase.forOrganization`.
 */
@Injectable()
export class Secrets {
  private readonly keys = new Map<string, Buffer>();
  private readonly ciphers = new Map<string, AccountNumberCipher>();
  private readonly current = new Map<string, { readonly key: DataKey; readonly readAtMs: number }>();

  constructor(private readonly masters: MasterKeys) {}

  async seal(client: Queryable, place: SecretLocation, plain: string | Buffer): Promise<Buffer> {
    const { id, bytes } = await this.currentKey(client, place.organizationId, 'seal');
    return seal(bytes, id, associatedDataOf(place), typeof plain === 'string' ? Buffer.from(plain) : plain);
  }

  /** Decrypts a text. Throws `SecretsError` if it was changed, or moved here from another location. */
  async open(client: Queryable, place: SecretLocation, sealed: Buffer): Promise<string> {
    return (await this.openBytes(client, place, sealed)).toString();
  }

  /** Like `open`, for binary data. */
  async openBytes(client: Queryable, place: SecretLocation, sealed: Buffer): Promise<Buffer> {
    const key = await this.loadKey(client, place.organizationId, keyIdOf(sealed));
    return open(key, associatedDataOf(place), sealed);
  }

  /**
   * Returns a hash for look-ups. Equal texts of one field of one organization have the same hash, and it cannot be computed without the
   * organization's key.
   */
  async fingerprint(
    client: Queryable,
    { organizationId, table, field }: Omit<SecretLocation, 'rowId'>,
    plain: string,
  ): Promise<Buffer> {
    const { bytes } = await this.currentKey(client, organizationId, 'find');
    const domain = JSON.stringify([table, field]);
    return createHmac('sha256', bytes).update(domain).update('\n').update(plain).digest();
  }

  /**
   * Returns a token that is not stored: it can be derived again from its use by anyone who has the master key. It is meant for people, who
   * have no data key. `masterKeyId` is that of a token created earlier.
   */
  deriveToken(
    use: string,
    masterKeyId = this.masters.current.id,
  ): { readonly token: string; readonly masterKeyId: string } {
    const { bytes } = this.masters.find(masterKeyId);
    return { token: createHmac('sha256', bytes).update(`token of ${use}`).digest('base64url'), masterKeyId };
  }

  /** Returns the cipher for account numbers inside stored JSON. Its key is never replaced, so that a process loads it only once. */
  async accountNumbers(client: Queryable, organizationId: string): Promise<AccountNumberCipher> {
    const known = this.ciphers.get(organizationId);
    if (known) return known;
    const found = await findCurrentKey(client, organizationId, 'find');
    const { bytes } = await this.currentKey(client, organizationId, 'find');
    const cipher = new AccountNumberCipher(bytes);
    if (!found?.isLasting) return cipher;
    if (this.ciphers.size >= limits.dataKeyCacheEntries) this.ciphers.clear();
    this.ciphers.set(organizationId, cipher);
    return cipher;
  }

  /** Like `accountNumbers`, if nothing may be stored: an organization without a key has no encrypted numbers. */
  async storedAccountNumbers(client: Queryable, organizationId: string): Promise<AccountNumberCipher> {
    if (!this.ciphers.has(organizationId) && !(await findCurrentKey(client, organizationId, 'find')))
      return new AccountNumberCipher(randomBytes(dataKeyBytes));
    return this.accountNumbers(client, organizationId);
  }

  private async loadKey(client: Queryable, organizationId: string, id: Buffer): Promise<Buffer> {
    const name = organizationId + id.toString('latin1');
    const known = this.keys.get(name);
    if (known) return known;
    const text = keyIdText(id);
    const found = await findDataKey(client, organizationId, text);
    if (!found) throw new SecretsError(`the data key ${text} is not one of this organization`);
    return this.cacheKey(name, unwrap(this.masters.find(found.masterKeyId), found));
  }

  private async currentKey(client: Queryable, organizationId: string, purpose: KeyPurpose): Promise<DataKey> {
    const name = `${organizationId} ${purpose}`;
    const known = this.current.get(name);
    if (known && performance.now() - known.readAtMs < limits.dataKeyCacheMs) return known.key;
    let found = await findCurrentKey(client, organizationId, purpose);
    if (!found) {
      await insertDataKey(client, newDataKey(this.masters.current, organizationId, purpose, randomBytes(dataKeyBytes)));
      // Another process may have been first: a concurrent insert waits for it, and finds the key that it created.
      found = await findCurrentKey(client, organizationId, purpose);
    }
    const key = { id: keyIdBytes(found!.id), bytes: unwrap(this.masters.find(found!.masterKeyId), found!) };
    // A key created by this transaction may be rolled back with it, so it is not cached.
    if (!found!.isLasting) return key;
    if (this.current.size >= limits.dataKeyCacheEntries) this.current.clear();
    this.current.set(name, { key, readAtMs: performance.now() });
    return key;
  }

  private cacheKey(name: string, key: Buffer): Buffer {
    if (this.keys.size >= limits.dataKeyCacheEntries) this.keys.clear();
    this.keys.set(name, key);
    return key;
  }
}
