import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { SqlConditions } from '../../../../platform/database/index.js';
import { type ListAutomation, ListAutomations } from '../../../decisions/data-lists/index.js';
import { type Automation, type AutomationContent, contentOf } from '../domain/automation.js';
import { automationLimits } from '../domain/automation-limits.js';
import { planOf, type PlanNode } from '../domain/plan.js';
import type { TriggerType } from '../domain/triggers.js';

interface AutomationRow extends Omit<Automation, keyof AutomationContent> {
  readonly content: string;
}

const columns = `organization_id as "organizationId", id, name, description, type, trigger_type as "triggerType", content::text,
  enabled, pause_reason as "pauseReason", archived_at as "archivedAt", version, hook_hash as "hookHash", enabled_by as "enabledBy",
  next_run_at as "nextRunAt", run_count as "runCount", last_run_at as "lastRunAt", created_by as "createdBy", created_at as "createdAt",
  updated_at as "updatedAt"`;

const toAutomation = ({ content, ...row }: AutomationRow): Automation => ({
  ...row,
  ...(JSON.parse(content) as AutomationContent),
});

export interface AutomationFilter {
  readonly type?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly triggerType?: string | undefined;
  readonly archived: boolean;
}

const conditionsOf = (
  organizationId: string,
  { type, enabled, triggerType, archived }: AutomationFilter,
): SqlConditions =>
  new SqlConditions(organizationId)
    .add('type = ?', type)
    .add('enabled = ?', enabled)
    .add('trigger_type = ?', triggerType)
    .addRaw(archived ? 'archived_at is not null' : 'archived_at is null');

/** Returns automations, oldest first. Archived ones, whose number is unlimited, are returned newest first. */
export async function findAutomations(
  client: Queryable,
  organizationId: string,
  filter: AutomationFilter,
): Promise<readonly Automation[]> {
  const { where, values } = conditionsOf(organizationId, filter);
  const { rows } = await client.query<AutomationRow>(
    `select ${columns} from automations where ${where} order by created_at desc, id desc limit ${automationLimits.automations}`,
    values,
  );
  return rows.reverse().map(toAutomation);
}

export async function countAutomations(
  client: Queryable,
  organizationId: string,
  filter: AutomationFilter,
): Promise<number> {
  const { where, values } = conditionsOf(organizationId, filter);
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from automations where ${where}`,
    values,
  );
  return rows[0]!.n;
}

/** Returns an automation; `null` if there is none. With `lock`, nobody else can change it before the transaction ends. */
export async function findAutomation(
  client: Queryable,
  organizationId: string,
  id: string,
  lock?: 'locked',
): Promise<Automation | null> {
  const { rows } = await client.query<AutomationRow>({
    name: lock ? 'automation-lock' : 'automation-find',
    text: `select ${columns} from automations where organization_id = $1 and id = $2 ${lock ? 'for no key update' : ''}`,
    values: [organizationId, id],
  });
  return rows[0] ? toAutomation(rows[0]) : null;
}

/** Stores a new automation, or its next version. With `begins`, events that were committed before do not start it. */
export async function saveAutomation(
  client: Transaction,
  automation: Automation,
  { begins, changedBy }: { readonly begins: boolean; readonly changedBy: string },
): Promise<void> {
  const { organizationId, id, name, description, type, triggerType, version } = automation;
  const content = JSON.stringify(contentOf(automation));
  await client.query({
    name: 'automation-save',
    text: `insert into automations as a (organization_id, id, name, description, type, trigger_type, content, enabled, pause_reason,
        archived_at, version, hook_hash, enabled_by, next_run_at, created_by, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
      on conflict (organization_id, id) do update set name = $3, description = $4, type = $5, trigger_type = $6, content = $7,
        enabled = $8, pause_reason = $9, archived_at = $10, version = $11, hook_hash = $12, enabled_by = $13, next_run_at = $14,
        updated_at = $17, since = case when $18 then pg_current_snapshot() else a.since end`,
    values: [
      ...[
        organizationId,
        id,
        name,
        description,
        type,
        triggerType,
        content,
        automation.enabled,
        automation.pauseReason,
      ],
      ...[automation.archivedAt, version, automation.hookHash, automation.enabledBy, automation.nextRunAt],
      ...[automation.createdBy, automation.createdAt, automation.updatedAt, begins],
    ],
  });
  await client.query({
    name: 'automation-version-save',
    text: `insert into automation_versions (organization_id, automation_id, version, name, trigger_type, content, created_by, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [organizationId, id, version, name, triggerType, content, changedBy, automation.updatedAt],
  });
}

/** What one version of an automation does. */
export interface AutomationVersion extends AutomationContent {
  readonly name: string;
  readonly triggerType: TriggerType;
}

export async function findVersion(
  client: Queryable,
  organizationId: string,
  id: string,
  version: number,
): Promise<AutomationVersion> {
  const { rows } = await client.query<{ name: string; triggerType: TriggerType; content: string }>({
    name: 'automation-version',
    text: `select name, trigger_type as "triggerType", content::text from automation_versions
      where organization_id = $1 and automation_id = $2 and version = $3`,
    values: [organizationId, id, version],
  });
  const { name, triggerType, content } = rows[0]!;
  return { name, triggerType, ...(JSON.parse(content) as AutomationContent) };
}

/** An automation that events or schedules may start. */
export interface StartableAutomation {
  readonly organizationId: string;
  readonly id: string;
  readonly version: number;
  readonly triggerType: TriggerType;
  readonly triggerConfig: AutomationContent['triggerConfig'];
  readonly enabledBy: string;
  readonly since: string;
}

/** Returns the enabled automations of an organization. */
export async function findStartable(
  client: Queryable,
  organizationId: string,
): Promise<readonly StartableAutomation[]> {
  const { rows } = await client.query<Omit<StartableAutomation, 'triggerConfig'> & { readonly config: string }>({
    name: 'automations-startable',
    text: `select organization_id as "organizationId", id, version, trigger_type as "triggerType",
        (content -> 'triggerConfig')::text as config, enabled_by as "enabledBy", since::text
      from automations where organization_id = $1 and enabled and archived_at is null order by created_at, id`,
    values: [organizationId],
  });
  return rows.map(({ config, ...row }) => ({
    ...row,
    triggerConfig: JSON.parse(config) as AutomationContent['triggerConfig'],
  }));
}

/** SQL: organizations with enabled automations, for the lookup `automations`. */
export const organizationsWithAutomationsText =
  'select distinct organization_id as id from automations where enabled and archived_at is null';

/** SQL: whether organization `$1` has enabled automations. */
export const hasAutomationsSql =
  'exists (select from automations where organization_id = $1 and enabled and archived_at is null)';

/** Counts started executions, and stores the time of the last one. */
export const countStarted = (client: Transaction, organizationId: string, ids: readonly string[]): void =>
  client.enqueue({
    name: 'automation-count',
    text: `update automations a set run_count = run_count + s.n, last_run_at = now()
      from (select id, count(*)::int as n from unnest($2::uuid[]) as t (id) group by id) s
      where a.organization_id = $1 and a.id = s.id`,
    values: [organizationId, ids],
  });

/**
 * Disables an automation that ran in a loop, as a new version, so that a user who read the earlier version does not enable it unknowingly.
 * Returns `false` if it was disabled already.
 */
export async function pauseAutomation(
  client: Transaction,
  organizationId: string,
  id: string,
  reason: string,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `with paused as (
       update automations set enabled = false, pause_reason = $3, next_run_at = null, version = version + 1, updated_at = now()
       where organization_id = $1 and id = $2 and enabled returning *)
     insert into automation_versions (organization_id, automation_id, version, name, trigger_type, content, created_by, created_at)
     select organization_id, id, version, name, trigger_type, content, 'automations', updated_at from paused`,
    [organizationId, id, reason],
  );
  return rowCount === 1;
}

const isDueText = `next_run_at <= now() and (leased_until is null or leased_until <= now()) and enabled and archived_at is null`;

/** SQL: organizations with due automations, for the lookup `automations`. */
export const organizationsWithDueText = `select distinct organization_id as id from automations where ${isDueText}`;

/** Returns the due automations, locked until the transaction ends. */
export async function findDueSchedules(client: Transaction, organizationId: string): Promise<readonly Automation[]> {
  const { rows } = await client.query<AutomationRow>({
    name: 'automations-due',
    text: `select ${columns} from automations where organization_id = $1 and ${isDueText}
      order by next_run_at limit 20 for no key update skip locked`,
    values: [organizationId],
  });
  return rows.map(toAutomation);
}

/** Leases this time of a schedule, so that no other process takes it unless the holder dies. */
export const leaseSchedule = (
  client: Transaction,
  { organizationId, id }: Pick<Automation, 'organizationId' | 'id'>,
  milliseconds: number,
): void =>
  client.enqueue({
    name: 'automation-lease',
    text: `update automations set leased_until = now() + $3 * interval '1 millisecond' where organization_id = $1 and id = $2`,
    values: [organizationId, id, milliseconds],
  });

/** Completes this time of a schedule and sets `next`. A schedule that was changed meanwhile is kept. */
export const setNextTime = (
  client: Transaction,
  { organizationId, id, nextRunAt }: Pick<Automation, 'organizationId' | 'id' | 'nextRunAt'>,
  next: Date,
): void =>
  client.enqueue({
    name: 'automation-next-time',
    text: `update automations set leased_until = null, next_run_at = case when next_run_at = $3 then $4 else next_run_at end
      where organization_id = $1 and id = $2`,
    values: [organizationId, id, nextRunAt, next],
  });

const addsTo = (node: PlanNode, listId: string): boolean =>
  node.kind === 'action' &&
  node.action.type === 'add_to_data_list' &&
  String(node.action.config['listId']).toLowerCase() === listId.toLowerCase();

/** Implements the interface of the module `decisions`, which does not depend on automations. */
export class StoredListAutomations extends ListAutomations {
  async findByList(client: Queryable, organizationId: string, listId: string): Promise<readonly ListAutomation[]> {
    const all = await findAutomations(client, organizationId, { archived: false });
    return all
      .filter((automation) => [...planOf(automation).nodes.values()].some((node) => addsTo(node, listId)))
      .map(({ id, name }) => ({ id, name }))
      .sort((one, other) => (one.name < other.name ? -1 : 1));
  }
}
