import { companyKeys } from '@tamis/screening';

import type { Transaction } from '../../../../platform/database/index.js';
import type { EntityRow } from './entity-row.js';

/** What the keys of an entity are made of. */
export type KeyedEntity = Pick<EntityRow, 'organizationId' | 'id' | 'type' | 'name' | 'externalId' | 'deletedAt'>;

/** Only companies are looked for by likeness. */
const matchKeysOf = (entity: KeyedEntity | null): ReadonlySet<string> =>
  new Set(entity?.type === 'company' && entity.deletedAt === null ? companyKeys(entity.name, entity.externalId) : []);

/**
 * Brings the keys of an entity up to date, in the transaction that creates, changes or deletes it. `before` is null for a new one,
 * `after` for one that is gone.
 */
export async function writeMatchKeys(
  client: Transaction,
  before: KeyedEntity | null,
  after: KeyedEntity | null,
): Promise<void> {
  const [old, made] = [matchKeysOf(before), matchKeysOf(after)];
  const gone = [...old].filter((key) => !made.has(key));
  const added = [...made].filter((key) => !old.has(key));
  const { organizationId, id } = (before ?? after)!;
  if (gone.length > 0) {
    await client.query({
      name: 'match-keys-delete',
      text: 'delete from entity_match_keys where organization_id = $1 and key = any($2) and entity_id = $3',
      values: [organizationId, gone, id],
    });
  }
  if (added.length > 0) {
    await client.query({
      name: 'match-keys-insert',
      text: 'insert into entity_match_keys select $1, key, $3 from unnest($2::text[]) key on conflict do nothing',
      values: [organizationId, added, id],
    });
  }
}
