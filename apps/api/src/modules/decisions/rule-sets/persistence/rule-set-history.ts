import type { RuleSetContent } from '@tamis/engine';

import { librarySourceSql, libraryVersionSql, type Queryable } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import type { RuleSetPointer } from './rule-set-store.js';

/** A period in which a set was in force. */
export interface ActivationPeriod {
  readonly activatedAt: string;
  /** `null` if it is still active. */
  readonly deactivatedAt: string | null;
  readonly activatedBy: string | null;
  readonly reason: string | null;
}

/** A rule set with its newest publication and every period in which it was active, newest first. */
export interface RuleSetRow extends RuleSetPointer {
  readonly number: number;
  readonly previous_version: string | null;
  /** Version of the shared names when the set was last activated; 0 if there were none. */
  readonly library: number;
  readonly periods: readonly ActivationPeriod[];
}

const isoSql = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Select list of the query. */
export const ruleSetColumns = `s.version, s.number, s.previous_version, a.revision, a.periods,
   ${libraryVersionSql('s.organization_id', 'a.activated_at')} as library`;

/** From clause of the query. */
export const ruleSetTables = `rule_sets s cross join lateral (
   select max(p.revision) as revision, max(p.activated_at) as activated_at, jsonb_agg(jsonb_build_object('activatedAt', ${isoSql('p.activated_at')},
     'deactivatedAt', ${isoSql('p.deactivated_at')}, 'activatedBy', p.activated_by, 'reason', p.reason)
     order by p.revision desc) as periods
   from rule_set_activations p where p.organization_id = s.organization_id and p.version = s.version) a`;

/** Finds a rule set by number, by version, or by at least twelve of its hexadecimal digits; `null` if none or several match. */
export async function findRuleSet(client: Queryable, organizationId: string, name: string): Promise<RuleSetRow | null> {
  const number = /^\d{1,9}$/.test(name) ? Number(name) : null;
  const digits = /^(?:rs_)?([0-9a-f]{12,64})$/.exec(name)?.[1];
  if (number === null && digits === undefined) return null;
  const { rows } = await client.query<RuleSetRow>(
    `select ${ruleSetColumns} from ${ruleSetTables}
     where s.organization_id = $1 and (s.number = $2 or s.version like $3) limit 2`,
    [organizationId, number, digits === undefined ? null : `rs_${digits}%`],
  );
  return rows.length === 1 ? rows[0]! : null;
}

/** Returns the text of the current shared names of an organization's rules; empty if there are none. */
export async function findLibrarySource(client: Queryable, organizationId: string): Promise<string> {
  const { rows } = await client.query<{ readonly source: string }>(librarySourceSql, [organizationId]);
  return rows[0]?.source ?? '';
}

/** Returns the rule set that was active at a point in time; `null` if there was none yet. */
export async function findRuleSetAt(client: Queryable, organizationId: string, at: Date): Promise<RuleSetRow | null> {
  const { rows } = await client.query<RuleSetRow>(
    `select ${ruleSetColumns} from ${ruleSetTables}
     where s.organization_id = $1 and s.version = (
       select p.version from rule_set_activations p where p.organization_id = $1 and p.activated_at <= $2
       order by p.revision desc limit 1)`,
    [organizationId, at],
  );
  return rows[0] ?? null;
}

/**
 * Returns publications within a period that contain a rule, active or in shadow, newest first. Returns at most one more than a request may
 * cover.
 */
export async function findPublications(
  client: Queryable,
  organizationId: string,
  filter: {
    readonly ruleId: string;
    readonly ruleSetVersion: string | undefined;
    /** Inclusive. */
    readonly from: Date | undefined;
    readonly to: Date | undefined;
  },
): Promise<readonly RuleSetPointer[]> {
  const { ruleId, ruleSetVersion, from, to } = filter;
  // A process may use the previous rule set for a moment, until it is notified of the next.
  const { rows } = await client.query<RuleSetPointer>(
    `select version, revision from rule_set_activations p
     where organization_id = $1 and version = coalesce($3, version)
       and ($4::timestamptz is null or deactivated_at is null or deactivated_at >= $4::timestamptz - interval '1 minute')
       and ($5::timestamptz is null or activated_at <= $5)
       and exists (select 1 from json_array_elements(content -> 'rules') rule where rule ->> 'ruleId' = $2)
     order by revision desc limit ${limits.filteredPublications + 1}`,
    [organizationId, ruleId, ruleSetVersion ?? null, from ?? null, to ?? null],
  );
  return rows;
}

/** Returns the contents of rule sets by version, as last activated. */
export async function readContents(
  client: Queryable,
  organizationId: string,
  versions: readonly string[],
): Promise<ReadonlyMap<string, RuleSetContent>> {
  const { rows } = await client.query<{ readonly version: string; readonly content: string }>(
    `select distinct on (version) version, content::text from rule_set_activations
     where organization_id = $1 and version = any($2) order by version, revision desc`,
    [organizationId, versions],
  );
  return new Map(rows.map(({ version, content }) => [version, JSON.parse(content) as RuleSetContent]));
}

/** Returns the publications that contained both versions of a rule at some time. */
export async function findPublicationsOfBoth(
  client: Queryable,
  organizationId: string,
  { ruleId, base, head }: { readonly ruleId: string; readonly base: number; readonly head: number },
): Promise<readonly RuleSetPointer[]> {
  const has = (place: string): string => `exists (select from json_array_elements(content -> 'rules') r
    where r ->> 'ruleId' = $2 and (r ->> 'version')::int = ${place})`;
  const { rows } = await client.query<RuleSetPointer>(
    `select version, revision from rule_set_activations
     where organization_id = $1 and content::text like '%' || $2 || '%' and ${has('$3')} and ${has('$4')} order by revision`,
    [organizationId, ruleId, base, head],
  );
  return rows;
}

/** Returns the matrices of a publication. */
export async function findPublishedMatrices(
  client: Queryable,
  organizationId: string,
  revision: number,
): Promise<Pick<RuleSetContent, 'matrices' | 'defaultMatrices'>> {
  const { rows } = await client.query<{ said: string }>(
    `select json_build_object('matrices', coalesce(content -> 'matrices', '[]'),
        'defaultMatrices', coalesce(content -> 'defaultMatrices', '{}')) as said
     from rule_set_activations where organization_id = $1 and revision = $2`,
    [organizationId, revision],
  );
  return rows[0] ? (JSON.parse(rows[0].said) as Pick<RuleSetContent, 'matrices' | 'defaultMatrices'>) : {};
}
