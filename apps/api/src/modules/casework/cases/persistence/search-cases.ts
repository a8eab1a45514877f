import { containsPattern, foldedSql, type Queryable } from '../../../../platform/database/index.js';

/** A case as shown in search results. */
export interface SearchedCase {
  readonly id: string;
  readonly number: string;
  readonly name: string;
  readonly status: string;
}

/** Number of newest cases whose names are searched; older ones are found by number and party. */
const mostRead = 5_000;

/**
 * Searches by id, number, part of the name ignoring diacritics, or the party concerned; newest first. `folded` is the text without
 * diacritics.
 */
export async function searchCases(
  client: Queryable,
  organizationId: string,
  {
    text,
    folded,
    entityIds,
    most,
  }: {
    readonly text: string;
    readonly folded: string;
    readonly entityIds: readonly string[];
    readonly most: number;
  },
): Promise<readonly SearchedCase[]> {
  const { rows } = await client.query<SearchedCase>({
    name: 'search-cases',
    text: `select id, number, name, status from (
        select * from cases where organization_id = $1 and (number = upper($2) or id::text = lower($2))
        union
        select * from (select * from cases where organization_id = $1 and entity_id = any($3) order by created_at desc, id desc limit $5) of_party
        union
        select * from (select * from cases where organization_id = $1 order by created_at desc, id desc limit ${mostRead}) newest
        where number ilike $4 or ${foldedSql('name')} ilike $4) found
      order by created_at desc, id desc limit $5`,
    values: [organizationId, text, entityIds, containsPattern(folded), most],
  });
  return rows;
}
