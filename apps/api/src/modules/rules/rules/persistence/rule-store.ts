import type { ExpensiveTerm, ListBinding, ObjectJson, RuleJson } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import { parseSource } from '../domain/parse-source.js';
import { resolveNames, type ResolvedName } from '../domain/resolved-names.js';
import { withDefaults } from '../domain/rule-headers.js';
import type { RulePublication } from '../domain/rule-publication.js';
import { matrixIdsOf, type CreationProvenance, type Rule, type RuleText } from '../domain/rule.js';
import type { RuleStatus } from '../domain/rule-status.js';
import { emptyLibraryNames } from '../domain/library-names.js';
import { guardColumn, toStoredGuard } from './guard-store.js';

/** SQL for `from`: the keys of the rules of the organization `$1`. */
export const ruleKeysSql = '(select id, key from rules where organization_id = $1)';

/** A rule with its newest version; JSON columns are read as text. */
export interface RuleRow {
  readonly organization_id: string;
  readonly id: string;
  readonly external_id: string | null;
  readonly status: RuleStatus;
  readonly enabled: boolean;
  readonly owner: string | null;
  readonly reference: string | null;
  readonly tags: readonly string[];
  readonly meta: string | null;
  readonly creation_provenance: string;
  readonly version: number;
  readonly active_version: number | null;
  readonly shadow_version: number | null;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_by: string | null;
  readonly updated_at: Date;
  readonly version_id: string;
  readonly previous_version_id: string | null;
  readonly reason: string | null;
  readonly source: string;
  readonly form: string;
  readonly lists: string;
  readonly matrices: string;
  readonly names: string | null;
  readonly shared: string;
  readonly content_hash: string;
  readonly errors: number;
  readonly cost: number | null;
  readonly dearest: string | null;
  readonly unknownable: string;
  readonly guard: string | null;
  readonly publication: string | null;
}

/** The column list of a query that reads a rule. */
export const ruleColumns = `r.organization_id, r.id, r.external_id, r.status, r.enabled, r.owner, r.reference, r.tags, r.meta,
   r.creation_provenance, r.version, r.active_version, r.shadow_version, r.created_by, r.created_at, r.updated_by, r.updated_at,
   v.id as version_id, v.previous_version_id, v.reason, v.source, v.form, v.lists, v.matrices,
   v.names, v.shared, v.content_hash, v.errors, v.cost, v.dearest, v.unknownable, ${guardColumn},
   (select p.publication from rule_versions p where p.organization_id = r.organization_id and p.rule_id = r.id
      and p.publication is not null order by p.publication ->> 'publishedAt' desc, p.version desc limit 1) as publication`;

/** The tables of a query that reads a rule. */
export const ruleTables = `rules r join rule_versions v
   on v.organization_id = r.organization_id and v.rule_id = r.id and v.version = r.version`;

export const toPublication = (json: string | null): RulePublication | null =>
  json === null ? null : (JSON.parse(json) as RulePublication);

export const toRule = (row: RuleRow): Rule => ({
  organizationId: row.organization_id,
  id: row.id,
  externalId: row.external_id,
  status: row.status,
  enabled: row.enabled,
  version: row.version,
  versionId: row.version_id,
  previousVersionId: row.previous_version_id,
  activeVersion: row.active_version,
  shadowVersion: row.shadow_version,
  text: toRuleText(row),
  reason: row.reason,
  provenance: JSON.parse(row.creation_provenance) as CreationProvenance,
  guard: toStoredGuard(row.guard),
  publication: toPublication(row.publication),
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
});

/** Returns the owner, reference, tags and meta of rules that were stored before these became part of the text. */
const legacyHeaders = ({ owner, reference, tags, meta }: RuleRow): Partial<RuleJson> => ({
  ...(owner !== null && { owner }),
  ...(reference !== null && { reference }),
  ...(tags.length > 0 && { tags }),
  ...(meta !== null && { meta: JSON.parse(meta) as ObjectJson }),
});

function toRuleText(row: RuleRow): RuleText {
  const { source } = row;
  const lists = JSON.parse(row.lists) as Record<string, ListBinding>;
  return {
    source,
    form: { ...legacyHeaders(row), ...(JSON.parse(row.form) as RuleJson) },
    shared: row.shared,
    lists,
    matrices: JSON.parse(row.matrices) as Record<string, string>,
    names:
      row.names === null
        ? resolveNames(parseSource(source), emptyLibraryNames, lists)
        : (JSON.parse(row.names) as ResolvedName[]),
    contentHash: row.content_hash,
    errors: row.errors,
    cost: row.cost,
    dearest: row.dearest === null ? null : (JSON.parse(row.dearest) as ExpensiveTerm[]),
    unknownable: JSON.parse(row.unknownable) as string[],
  };
}

/** Returns `null` if the organization has no such rule. With `lock`, nobody else can change it until the transaction ends. */
export async function findRule(
  client: Queryable,
  organizationId: string,
  id: string,
  lock?: 'locked',
): Promise<Rule | null> {
  const { rows } = await client.query<RuleRow>(
    `select ${ruleColumns} from ${ruleTables} where r.organization_id = $1 and r.id = $2 ${lock ? 'for update of r' : ''}`,
    [organizationId, id],
  );
  return rows[0] ? toRule(rows[0]) : null;
}

/** Returns all rules that are not archived, in their newest version, oldest first. */
export async function findCurrentRules(client: Queryable, organizationId: string): Promise<readonly Rule[]> {
  const { rows } = await client.query<RuleRow>(
    `select ${ruleColumns} from ${ruleTables} where r.organization_id = $1 and r.status <> 'archived'
     order by r.created_at, r.id`,
    [organizationId],
  );
  return rows.map(toRule);
}

/**
 * Returns all executed versions of published, enabled rules. Version and text are those of the executed version, and the status tells how
 * it is executed: one version can be in shadow while another one decides.
 */
export async function findRunningRules(client: Queryable, organizationId: string): Promise<readonly Rule[]> {
  const { rows } = await client.query<RuleRow>(
    `select ${ruleColumns}, v.version as version,
       case when v.version = r.active_version then 'active' else 'shadow' end as status
     from rules r join rule_versions v
       on v.organization_id = r.organization_id and v.rule_id = r.id and v.version in (r.active_version, r.shadow_version)
     where r.organization_id = $1 and r.status in ('active', 'shadow') and r.enabled
     order by r.created_at, r.id, v.version = r.active_version desc`,
    [organizationId],
  );
  return rows.map(toRule);
}

/**
 * Returns the rules that are not archived and whose texts mention one of the names, which are identifiers: the newest version and the
 * executed ones, each as a rule of that version. They are locked against other changes.
 */
export async function findRulesMentioning(
  client: Queryable,
  organizationId: string,
  names: ReadonlySet<string>,
): Promise<readonly Rule[]> {
  const { rows } = await client.query<RuleRow>(
    `select ${ruleColumns}, v.version as version
     from rules r join rule_versions v on v.organization_id = r.organization_id and v.rule_id = r.id
       and v.version in (r.version, r.active_version, r.shadow_version)
     where r.organization_id = $1 and r.status <> 'archived' and v.source ~ $2
     order by r.created_at, r.id, v.version for update of r`,
    [organizationId, `\\m(${[...names].join('|')})\\M`],
  );
  return rows.map(toRule);
}

/** Stores the new meaning of a rule version after something that it names has changed; its text stays the same. */
export async function rebindVersion(client: Queryable, { organizationId, id, version, text }: Rule): Promise<void> {
  await client.query(
    `update rule_versions set form = $4, lists = $5, matrices = $6, names = $7, shared = $8, content_hash = $9, errors = $10,
       cost = $11, dearest = $12, unknownable = $13
     where organization_id = $1 and rule_id = $2 and version = $3`,
    [organizationId, id, version, ...bindingValues(text)],
  );
}

const bindingValues = (text: RuleText): readonly unknown[] => [
  JSON.stringify(text.form),
  JSON.stringify(text.lists),
  JSON.stringify(text.matrices),
  JSON.stringify(text.names),
  text.shared,
  text.contentHash,
  text.errors,
  text.cost,
  text.dearest && JSON.stringify(text.dearest),
  JSON.stringify(text.unknownable),
];

/** Returns the columns of `rules` that duplicate parts of the newest text, for lists and filters. */
function listingValues(rule: Rule): readonly unknown[] {
  const form = withDefaults(rule.text.form);
  return [
    form.key,
    form.name,
    rule.externalId,
    form.description,
    form.category,
    rule.status,
    rule.enabled,
    form.priority,
    form.score,
    form.targetEntityTypes,
    form.owner,
    form.reference,
    form.tags,
    form.meta === null ? null : JSON.stringify(form.meta),
    matrixIdsOf(rule.text),
    rule.version,
    rule.activeVersion,
    rule.shadowVersion,
    rule.updatedBy,
    rule.updatedAt,
  ];
}

/** Stores a new rule with its first version. Unique indexes: `rules_name`, `rules_key`, `rules_external_id`. */
export async function insertRule(client: Queryable, rule: Rule): Promise<void> {
  await client.query(
    `insert into rules (organization_id, id, key, name, external_id, description, category, status, enabled, priority, score,
       target_entity_types, owner, reference, tags, meta, risk_matrix_ids, version, active_version, shadow_version, updated_by,
       updated_at, creation_provenance, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
    [
      rule.organizationId,
      rule.id,
      ...listingValues(rule),
      JSON.stringify(rule.provenance),
      rule.createdBy,
      rule.createdAt,
    ],
  );
  await insertVersion(client, rule);
}

/** Returns the deciding versions of the rules with the given keys. */
export async function findActiveVersions(
  client: Queryable,
  organizationId: string,
  keys: readonly string[],
): Promise<readonly { readonly ruleId: string; readonly version: number }[]> {
  const { rows } = await client.query<{ readonly ruleId: string; readonly version: number }>(
    `select id as "ruleId", active_version as version from rules
     where organization_id = $1 and key = any($2) and status <> 'archived' and active_version is not null`,
    [organizationId, keys],
  );
  return rows;
}

/** Stores the next version of a rule; previous versions are kept. */
export async function updateRule(client: Queryable, rule: Rule): Promise<void> {
  await updateRuleRecord(client, rule);
  await insertVersion(client, rule);
}

/**
 * Stores the parts of a rule that do not belong to a version: its status, and which of its versions are executed. `rule` has its newest
 * version.
 */
export async function updateRuleRecord(client: Queryable, rule: Rule): Promise<void> {
  await client.query(
    `update rules set key = $3, name = $4, external_id = $5, description = $6, category = $7, status = $8, enabled = $9, priority = $10,
       score = $11, target_entity_types = $12, owner = $13, reference = $14, tags = $15, meta = $16, risk_matrix_ids = $17, version = $18,
       active_version = $19, shadow_version = $20, updated_by = $21, updated_at = $22
     where organization_id = $1 and id = $2`,
    [rule.organizationId, rule.id, ...listingValues(rule)],
  );
}

/**
 * Frees the names and keys of rules that the same transaction stores again, so that they can exchange them. The indexes check each
 * statement by itself.
 */
export async function releaseNames(client: Queryable, organizationId: string, ids: readonly string[]): Promise<void> {
  await client.query(
    'update rules set key = id::text, name = id::text where organization_id = $1 and id = any($2::uuid[])',
    [organizationId, ids],
  );
}

/** Returns the keys and names of the other rules that are not archived and have one of these keys or names. */
export async function findNameHolders(
  client: Queryable,
  organizationId: string,
  {
    ids,
    keys,
    names,
  }: { readonly ids: readonly string[]; readonly keys: readonly string[]; readonly names: readonly string[] },
): Promise<readonly { readonly key: string; readonly name: string }[]> {
  const { rows } = await client.query<{ readonly key: string; readonly name: string }>(
    `select key, name from rules where organization_id = $1 and status <> 'archived' and id <> all($2::uuid[])
       and (key = any($3) or name = any($4))
     order by key`,
    [organizationId, ids, keys, names],
  );
  return rows;
}

async function insertVersion(client: Queryable, rule: Rule): Promise<void> {
  const { text } = rule;
  await client.query(
    `insert into rule_versions (organization_id, rule_id, version, id, previous_version_id, source, form, lists, matrices, names, shared,
       content_hash, errors, cost, dearest, unknownable, status, reason, created_by, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
    [
      rule.organizationId,
      rule.id,
      rule.version,
      rule.versionId,
      rule.previousVersionId,
      text.source,
      ...bindingValues(text),
      rule.status,
      rule.reason,
      rule.updatedBy,
      rule.updatedAt,
    ],
  );
}
