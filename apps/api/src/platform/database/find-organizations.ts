import { organizationsSql } from './shared-sql/organizations.js';
import { LRUCache } from 'lru-cache';

import { limits } from '../limits.js';
import type { Queryable } from './queryable.js';
import type { Transaction } from './transaction.js';

/**
 * Returns the organizations with pending work, which `statement` selects as `id`. The transaction must not belong to an organization.
 *
 * @param something what the rows of all organizations are read for
 */
export async function findOrganizations(
  transaction: Transaction,
  something: string,
  statement: string,
  values: unknown[] = [],
): Promise<readonly string[]> {
  await transaction.allowLookup(something);
  const { rows } = await transaction.query<{ id: string }>(statement, values);
  return rows.map(({ id }) => id);
}

type Environment = 'production' | 'sandbox';

/** The environment of an organization never changes, so it can be cached. */
const known = new LRUCache<string, Environment>({ max: limits.knownEnvironments });

/** Returns the environment of an organization; `null` if there is no such organization. */
export async function findEnvironment(client: Queryable, organizationId: string): Promise<Environment | null> {
  const before = known.get(organizationId);
  if (before) return before;
  const { rows } = await client.query<{ environment: Environment }>({
    name: 'organization-environment',
    text: `select environment from ${organizationsSql} o where id = $1`,
    values: [organizationId],
  });
  const environment = rows[0]?.environment ?? null;
  if (environment) known.set(organizationId, environment);
  return environment;
}
