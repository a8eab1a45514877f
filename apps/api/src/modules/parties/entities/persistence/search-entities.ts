import { foldText } from '@tamis/stdx';
import { isUUID } from 'class-validator';

import type { Queryable } from '../../../../platform/database/index.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { nameWords, wordKey } from './match-keys.js';

/** A person or company as shown in search results. */
export interface SearchedEntity {
  readonly id: string;
  readonly externalId: string | null;
  readonly type: string;
  readonly name: string;
  readonly taxId: string | null;
  readonly countryCode: string | null;
  readonly status: string;
}

const columns = `e.id, e.external_id as "externalId", e.type, e.name, e.tax_id as "taxId", e.country_code as "countryCode", e.status`;

/** Maximum number of names searched for one word; if there are more, those whose matching words are first in alphabetical order. */
const mostNames = 2_000;
/** Sorts after every text that begins with a word. */
const last = '\u{10FFFF}';

/**
 * Searches by id, by tax id with any punctuation, by the beginning of the external id, and by the beginnings of words of the name, in this
 * order.
 */
export async function searchEntities(
  client: Queryable,
  organizationId: string,
  text: string,
  most: number,
): Promise<readonly SearchedEntity[]> {
  const taxId = normalizeTaxId(text);
  const exact = await client.query<SearchedEntity>({
    name: 'search-entities-exact',
    text: `select * from (select ${columns}, 1 as place from entities e
        where e.organization_id = $1 and e.deleted_at is null and (e.id = $2 or e.normalized_tax_id = $3)) known
      union all
      select * from (select ${columns}, 2 from entities e
        where e.organization_id = $1 and e.deleted_at is null and e.external_id ~>=~ $4 and e.external_id is not null
        order by e.external_id using ~<~ limit $5) near order by place`,
    values: [organizationId, isUUID(text) ? text : null, taxId || null, text, most],
  });
  const isMeant = ({ id, taxId: own, externalId }: SearchedEntity): boolean =>
    id === text.toLowerCase() ||
    (own !== null && normalizeTaxId(own) === taxId) ||
    externalId?.startsWith(text) === true;
  const found = new Map(exact.rows.filter(isMeant).map((row) => [row.id, row]));
  for (const row of await searchNames(client, organizationId, text)) found.set(row.id, found.get(row.id) ?? row);
  return [...found.values()].slice(0, most);
}

/** Names that begin with the text come first. */
async function searchNames(
  client: Queryable,
  organizationId: string,
  text: string,
): Promise<readonly SearchedEntity[]> {
  const words = nameWords(text);
  // The longest word is likely to occur in the fewest names.
  const [longest] = [...words].sort((a, b) => b.length - a.length);
  if (longest === undefined) return [];
  const { rows } = await client.query<SearchedEntity>({
    name: 'search-entities-by-word',
    text: `select ${columns} from (select distinct entity_id from (
          select entity_id from entity_match_keys where organization_id = $1 and key >= $2 and key < $3 order by key limit ${mostNames}) n) near
        join entities e on e.organization_id = $1 and e.id = near.entity_id and e.deleted_at is null`,
    values: [organizationId, wordKey(longest), wordKey(longest) + last],
  });
  const whole = foldText(text).trim();
  return rows
    .map((row) => ({ row, folded: foldText(row.name), own: nameWords(row.name) }))
    .filter(({ own }) => words.every((word) => own.some((each) => each.startsWith(word))))
    .sort(
      (a, b) =>
        Number(b.folded.startsWith(whole)) - Number(a.folded.startsWith(whole)) ||
        (a.folded < b.folded ? -1 : Number(a.folded > b.folded)),
    )
    .map(({ row }) => row);
}
