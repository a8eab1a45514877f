import { companyKeys } from '@tamis/screening';
import { foldText } from '@tamis/stdx';

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import type { EntityRow } from './entity-row.js';

/** The data from which match keys of an entity are derived. */
export type KeyedEntity = Pick<
  EntityRow,
  'organizationId' | 'id' | 'type' | 'name' | 'externalId' | 'countryCode' | 'normalizedTaxId' | 'deletedAt'
>;

/**
 * Returns the match keys of an entity: companies are found by similarity, people of Brazil by what registers publish about them, and both
 * by words of their names.
 */
export function matchKeysOf(entity: KeyedEntity | null): ReadonlySet<string> {
  if (entity === null || entity.deletedAt !== null) return new Set();
  const words = nameWords(entity.name).map(wordKey);
  if (entity.type === 'company') return new Set([...companyKeys(entity.name, entity.externalId), ...words]);
  if (entity.type !== 'person') return new Set();
  const cpf = entity.countryCode === 'BR' ? entity.normalizedTaxId : null;
  const masked = cpf !== null && /^\d{11}$/.test(cpf) ? [maskedPersonKey(cpf.slice(3, 9), entity.name)] : [];
  return new Set([...masked, ...words]);
}

/** Maximum words of a name, and maximum letters of a word, by which it is found: a longer word is found by its beginning. */
const keptWords = 12;
const keptLetters = 40;

/** Returns the words of a text in the form in which they are compared, ignoring diacritics and case. */
export const nameWords = (text: string): readonly string[] =>
  [...new Set(foldText(text).match(/[\p{L}\p{N}]+/gu) ?? [])]
    .slice(0, keptWords)
    .map((word) => word.slice(0, keptLetters));

export const wordKey = (word: string): string => `n ${word}`;

/** Returns a key for a name and the six digits of a CPF that registers publish. */
const maskedPersonKey = (digits: string, name: string): string =>
  `cpf ${digits} ${foldText(name).replace(/\s+/g, ' ').trim()}`;

/** Finds at most three people whose CPF has these six middle digits and who have this name, ignoring diacritics and case. */
export async function findPeopleByMaskedCpf(
  client: Queryable,
  organizationId: string,
  digits: string,
  name: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'people-by-masked-cpf',
    text: 'select entity_id as id from entity_match_keys where organization_id = $1 and key = $2 order by entity_id limit 3',
    values: [organizationId, maskedPersonKey(digits, name)],
  });
  return rows.map(({ id }) => id);
}

/** Stores the match keys of entities of one organization that were just stored: none of the keys can exist yet. */
export async function writeNewMatchKeys(client: Transaction, entities: readonly KeyedEntity[]): Promise<void> {
  const made = entities.flatMap((entity) => [...matchKeysOf(entity)].map((key) => ({ key, id: entity.id })));
  if (made.length === 0) return;
  await client.query({
    name: 'match-keys-insert-many',
    text: 'insert into entity_match_keys select $1, * from unnest($2::text[], $3::uuid[])',
    values: [entities[0]!.organizationId, made.map(({ key }) => key), made.map(({ id }) => id)],
  });
}

/**
 * Updates the match keys of an entity, in the transaction that creates, changes or deletes it. `before` is null for a new one, `after` for
 * a deleted one.
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

const keyedColumns = `e.organization_id as "organizationId", e.id, e.type, e.name, e.external_id as "externalId",
  e.country_code as "countryCode", e.normalized_tax_id as "normalizedTaxId", e.deleted_at as "deletedAt"`;

/** A part of the entities or keys of an organization. `last` is where the next part begins, or `null` at the end. */
export interface RenewedPart<Place> {
  readonly read: number;
  readonly changed: number;
  readonly last: Place | null;
}

/** Adds missing keys of entities, in the order of their ids. Waits for those who are changing them. */
export async function addMissingKeys(
  client: Transaction,
  organizationId: string,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<RenewedPart<string>> {
  const { rows } = await client.query<KeyedEntity>(
    `select ${keyedColumns} from entities e
     where e.organization_id = $1 and e.id > $2 order by e.id limit $3 for share`,
    [organizationId, after, limit],
  );
  const keys = rows.flatMap((entity) => [...matchKeysOf(entity)].map((key) => ({ key, id: entity.id })));
  const { rowCount } = await client.query(
    'insert into entity_match_keys select $1, * from unnest($2::text[], $3::uuid[]) on conflict do nothing',
    [organizationId, keys.map(({ key }) => key), keys.map(({ id }) => id)],
  );
  const last = rows.length < limit ? null : rows.at(-1)!.id;
  return { read: rows.length, changed: rowCount ?? 0, last };
}

interface StoredKey {
  readonly key: string;
  readonly id: string;
}

/** Removes keys that their entities do not have, in the order in which keys are stored. Waits for those who are changing the entities. */
export async function removeStaleKeys(
  client: Transaction,
  organizationId: string,
  { after, limit }: { readonly after: StoredKey; readonly limit: number },
): Promise<RenewedPart<StoredKey>> {
  const { rows: stored } = await client.query<StoredKey>(
    `select key, entity_id as id from entity_match_keys
     where organization_id = $1 and (key, entity_id) > ($2, $3) order by key, entity_id limit $4`,
    [organizationId, after.key, after.id, limit],
  );
  const { rows: entities } = await client.query<KeyedEntity>(
    `select ${keyedColumns} from entities e
     where e.organization_id = $1 and e.id = any($2::uuid[]) order by e.id for share`,
    [organizationId, [...new Set(stored.map(({ id }) => id))]],
  );
  const keysOf = new Map(entities.map((entity) => [entity.id, matchKeysOf(entity)] as const));
  const stale = stored.filter(({ key, id }) => !keysOf.get(id)?.has(key));
  const { rowCount } = await client.query(
    `delete from entity_match_keys k using unnest($2::text[], $3::uuid[]) as stale (key, id)
     where k.organization_id = $1 and k.key = stale.key and k.entity_id = stale.id`,
    [organizationId, stale.map(({ key }) => key), stale.map(({ id }) => id)],
  );
  const last = stored.length < limit ? null : stored.at(-1)!;
  return { read: stored.length, changed: rowCount ?? 0, last };
}
