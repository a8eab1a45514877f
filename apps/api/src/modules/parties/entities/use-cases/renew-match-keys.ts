import { inTransaction, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import { addMissingKeys, removeStaleKeys, type RenewedPart } from '../persistence/match-keys.js';

/** How far a renewal is. */
export interface RenewedKeys {
  entities: number;
  added: number;
  /** Stored keys that were read to find stale ones. */
  keys: number;
  removed: number;
}

export interface RenewalOptions {
  /** Entities, or keys, of one transaction. */
  readonly batchSize: number;
  readonly onProgress: (renewed: RenewedKeys) => void;
}

const noId = '00000000-0000-0000-0000-000000000000';

/**
 * Makes the match keys of an organization those that its entities have now, after a change of how names are read. Requests continue
 * meanwhile. First adds all missing keys, so that companies are found again as soon as possible, then removes the others. After an
 * interruption, another call only reads what is already right.
 */
export async function renewMatchKeys(
  pool: PgPool,
  organizationId: string,
  { batchSize: limit, onProgress }: RenewalOptions,
): Promise<RenewedKeys> {
  const renewed: RenewedKeys = { entities: 0, added: 0, keys: 0, removed: 0 };
  const inOrganization = <T>(work: (client: Transaction) => Promise<T>): Promise<T> =>
    inTransaction(pool, organizationId, work);
  await eachPart(noId, async (after) => {
    const part = await inOrganization((client) => addMissingKeys(client, organizationId, { after, limit }));
    renewed.entities += part.read;
    renewed.added += part.changed;
    onProgress(renewed);
    return part;
  });
  await eachPart({ key: '', id: noId }, async (after) => {
    const part = await inOrganization((client) => removeStaleKeys(client, organizationId, { after, limit }));
    renewed.keys += part.read;
    renewed.removed += part.changed;
    onProgress(renewed);
    return part;
  });
  return renewed;
}

/** Processes part after part, each in its own database transaction. */
async function eachPart<Place>(first: Place, renew: (after: Place) => Promise<RenewedPart<Place>>): Promise<void> {
  for (let after: Place | null = first; after !== null;) after = (await renew(after)).last;
}
