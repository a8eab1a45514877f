import type { Queryable } from '../../../../platform/database/index.js';
import type { RuleStatus } from '../domain/rule-status.js';
import type { RulePublication } from '../domain/rule-publication.js';
import type { Rule } from '../domain/rule.js';
import { toPublication, toRule, ruleColumns, type RuleRow } from './rule-store.js';

/** A version with the text of the previous one; `null` for the first version. */
export interface VersionRow {
  readonly version: number;
  readonly previous_version_id: string | null;
  readonly content_hash: string;
  readonly source: string;
  readonly source_before: string | null;
  readonly status: RuleStatus;
  readonly status_before: RuleStatus | null;
  readonly reason: string | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly publication: string | null;
}

/** The column list of a query that reads a version. */
export const versionColumns = `v.version, v.previous_version_id, v.content_hash, v.source, b.source as source_before, v.status,
   b.status as status_before, v.reason, v.created_by, v.created_at, v.publication`;

/** The tables of a query that reads a version. */
export const versionTables = `rule_versions v left join rule_versions b
   on b.organization_id = v.organization_id and b.rule_id = v.rule_id and b.id = v.previous_version_id`;

interface VersionedRow extends RuleRow {
  readonly was: RuleStatus;
  readonly by: string;
  readonly at: Date;
  readonly published: string | null;
}

/** Returns the rule as it was in a version: text, status, author and time are those of the version; `null` if there is none. */
export async function findRuleVersion(
  client: Queryable,
  organizationId: string,
  ruleId: string,
  version: number,
): Promise<Rule | null> {
  const { rows } = await client.query<VersionedRow>(
    `select ${ruleColumns}, v.version as version, v.status as was, v.created_by as by, v.created_at as at,
       v.publication as published
     from rules r join rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id
     where r.organization_id = $1 and r.id = $2 and v.version = $3`,
    [organizationId, ruleId, version],
  );
  const [row] = rows;
  if (!row) return null;
  return {
    ...toRule(row),
    status: row.was,
    updatedBy: row.by,
    updatedAt: row.at,
    publication: toPublication(row.published),
  };
}

export async function storePublication(
  client: Queryable,
  { organizationId, id }: Rule,
  publication: RulePublication,
): Promise<void> {
  await client.query(
    'update rule_versions set publication = $4 where organization_id = $1 and rule_id = $2 and version = $3',
    [organizationId, id, publication.version, JSON.stringify(publication)],
  );
}

/** Returns the key of one version of a rule. */
export const versionKey = (ruleId: string, version: number): string => `${ruleId} ${version}`;

/** Returns stored versions by `versionKey`, each as a rule of that version. */
export async function findRuleVersions(
  client: Queryable,
  organizationId: string,
  wanted: readonly { readonly ruleId: string; readonly version: number }[],
): Promise<ReadonlyMap<string, Rule>> {
  const { rows } = await client.query<RuleRow>(
    `select ${ruleColumns}, v.version as version
     from unnest($2::uuid[], $3::int[]) as wanted (rule_id, version)
       join rules r on r.organization_id = $1 and r.id = wanted.rule_id
       join rule_versions v on v.organization_id = $1 and v.rule_id = r.id and v.version = wanted.version`,
    [organizationId, wanted.map(({ ruleId }) => ruleId), wanted.map(({ version }) => version)],
  );
  return new Map(rows.map((row) => [versionKey(row.id, row.version), toRule(row)]));
}
