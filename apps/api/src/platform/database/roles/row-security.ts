import { isUUID } from 'class-validator';
import { tenantSettings } from './app-role.js';

const settingSql = (name: string): string => `nullif(current_setting('${name}', true), '')`;

/** SQL: the organization of the current transaction; null if none was set. */
export const currentOrganizationSql = `${settingSql(tenantSettings.organization)}::uuid`;

/** SQL: the value that the current transaction may look up; null if there is none. */
export const currentLookupSql = settingSql(tenantSettings.lookup);

/** Returns the SQL that sets the organization for the rest of the transaction. With `null`, no rows of any tenant are visible. */
export function setOrganizationSql(organizationId: string | null): string {
  // The UUID is checked because values of SET cannot be parameters.
  if (organizationId !== null && !isUUID(organizationId)) throw new Error('an organization is identified by a UUID');
  return `set local ${tenantSettings.organization} = '${organizationId ?? ''}'`;
}

/** SQL that begins a transaction of one organization: a single message with two statements that need no planning. */
export const beginSql = (organizationId: string | null): string =>
  organizationId === null ? 'begin' : `begin; ${setOrganizationSql(organizationId)}`;

export interface RowPolicy {
  /** SQL condition for rows that are visible. By default, `organization_id` must be that of the transaction. */
  readonly visible?: string;
  /** SQL condition for rows that are written or deleted. Defaults to `visible`. */
  readonly writable?: string;
}

/**
 * Returns the statements that restrict a table to the organization of the transaction, even for its owner. For migrations: every table has
 * this, or a reason in the test that lists the exceptions. The output must not change, since it is part of migrations that have already
 * run.
 */
export function rowSecurity(table: string, policy: RowPolicy = {}): readonly string[] {
  const visible = policy.visible ?? `organization_id = ${currentOrganizationSql}`;
  const shut = [`alter table ${table} enable row level security`, `alter table ${table} force row level security`];
  if (policy.writable === undefined) {
    return [...shut, `create policy tenant on ${table} using (${visible}) with check (${visible})`];
  }
  return [
    ...shut,
    `create policy tenant_read on ${table} for select using (${visible})`,
    `create policy tenant_insert on ${table} for insert with check (${policy.writable})`,
    `create policy tenant_update on ${table} for update using (${policy.writable}) with check (${policy.writable})`,
    `create policy tenant_delete on ${table} for delete using (${policy.writable})`,
  ];
}
