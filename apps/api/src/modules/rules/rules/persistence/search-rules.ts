import { containsPattern, foldedSql, type Queryable } from '../../../../platform/database/index.js';

/** A rule as it is shown in search results. */
export interface SearchedRule {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly status: string;
}

/**
 * Searches by id, or by a part of the key, external id or name without diacritics; archived rules are excluded. `folded` is the text
 * without diacritics.
 */
export async function searchRules(
  client: Queryable,
  organizationId: string,
  { text, folded, most }: { readonly text: string; readonly folded: string; readonly most: number },
): Promise<readonly SearchedRule[]> {
  const { rows } = await client.query<SearchedRule>({
    name: 'search-rules',
    text: `select id, key, name, status from rules where organization_id = $1 and status <> 'archived'
        and (id::text = lower($2) or key ilike $3 or external_id ilike $3 or ${foldedSql('name')} ilike $3)
      order by key <> $2, status = 'active' desc, key limit $4`,
    values: [organizationId, text, containsPattern(folded), most],
  });
  return rows;
}
