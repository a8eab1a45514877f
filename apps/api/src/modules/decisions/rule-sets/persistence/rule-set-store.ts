import type { RuleSetContent } from '@tamis/engine';
import { defaultNumberFormat, type NumberFormat } from '@tamis/lang';

import {
  findOrganizations,
  organizationsSql,
  type Queryable,
  type Transaction,
} from '../../../../platform/database/index.js';

/** References the active content. `revision` increases with every publication, `version` changes only with the content. */
export interface RuleSetPointer {
  readonly version: string;
  readonly revision: number;
}

export interface Publication extends RuleSetPointer {
  readonly content: RuleSetContent;
  readonly previousVersion: string | null;
  readonly reason: string | null;
  readonly by: string | null;
}

/** Returns `null` if nothing was ever published. */
export async function readPointer(client: Queryable, organizationId: string): Promise<RuleSetPointer | null> {
  const { rows } = await client.query<RuleSetPointer>({
    name: 'rule-set-pointer',
    text: 'select version, revision from active_rule_sets where organization_id = $1',
    values: [organizationId],
  });
  return rows[0] ?? null;
}

/** Returns an SQL expression for the version and revision of the active rule set as a JSON text; null if none is active. */
export const pointerSql = (organization: string): string =>
  `(select json_build_array(version, revision)::text from active_rule_sets where organization_id = ${organization})`;

/** Returns the organizations that have ever activated rules. The transaction of `client` does not belong to an organization. */
export const findOrganizationsWithRules = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(client, 'rule counts', 'select organization_id as id from active_rule_sets');

/** Returns the content as published; `null` if there is no such publication. */
export async function readContent(
  client: Queryable,
  organizationId: string,
  revision: number,
): Promise<RuleSetContent | null> {
  const { rows } = await client.query<{ content: string }>({
    name: 'rule-set-content',
    text: 'select content from rule_set_activations where organization_id = $1 and revision = $2',
    values: [organizationId, revision],
  });
  return rows[0] ? (JSON.parse(rows[0].content) as RuleSetContent) : null;
}

/** Serializes the publications of one organization until the transaction ends. */
export async function lockPublishing(client: Queryable, organizationId: string): Promise<void> {
  await client.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [`rule-set ${organizationId}`]);
}

/**
 * Stores the content under its hash if it is new, ends the period of the active set and starts one for this set. Returns the set's number.
 */
export async function storePublication(client: Queryable, organizationId: string, made: Publication): Promise<number> {
  const { rows } = await client.query<{ readonly number: number }>(
    `insert into rule_sets (organization_id, version, number, content, previous_version)
     select $1, $2, coalesce(max(number), 0) + 1, $3::json, $4 from rule_sets where organization_id = $1
     on conflict (organization_id, version) do update set version = excluded.version returning number`,
    [organizationId, made.version, JSON.stringify(made.content), made.previousVersion],
  );
  await client.query(
    `insert into active_rule_sets (organization_id, version, revision) values ($1, $2, $3)
     on conflict (organization_id) do update set version = excluded.version, revision = excluded.revision`,
    [organizationId, made.version, made.revision],
  );
  await client.query(
    `update rule_set_activations set deactivated_at = now() where organization_id = $1 and deactivated_at is null`,
    [organizationId],
  );
  await client.query(
    `insert into rule_set_activations (organization_id, revision, version, content, reason, activated_by)
     values ($1, $2, $3, $4, $5, $6)`,
    [organizationId, made.revision, made.version, JSON.stringify(made.content), made.reason, made.by],
  );
  return rows[0]!.number;
}

/** Notifies every process of the new rule set after the commit, so that it is compiled before the next evaluation needs it. */
export async function notifyRuleSet(client: Queryable, organizationId: string): Promise<void> {
  await client.query(`select pg_notify('tamis_rule_sets', $1)`, [organizationId]);
}

export interface OrganizationDefaults {
  readonly baseCurrency: string;
  readonly timezone: string;
  /** Absent for the default. */
  readonly numberFormat?: NumberFormat;
}

/** Returns the settings of the organization that are part of its rule sets. */
export async function readOrganizationDefaults(
  client: Queryable,
  organizationId: string,
): Promise<OrganizationDefaults> {
  const { rows } = await client.query<Required<OrganizationDefaults>>({
    name: 'rule-set-defaults',
    text: `select base_currency as "baseCurrency", timezone, coalesce(settings ->> 'numberFormat', $2) as "numberFormat"
      from ${organizationsSql} o where id = $1`,
    values: [organizationId, defaultNumberFormat],
  });
  const { numberFormat, ...others } = rows[0] ?? {
    baseCurrency: 'USD',
    timezone: 'UTC',
    numberFormat: defaultNumberFormat,
  };
  return numberFormat === defaultNumberFormat ? others : { ...others, numberFormat };
}
