import { isUUID } from 'class-validator';
import { tenantSettings } from './app-role.js';

const settingSql = (name: string): string => `nullif(current_setting('${name}', true), '')`;

/** SQL: the organization of this transaction, null when none was set. */
export const currentOrganizationSql = `${settingSql(tenantSettings.organization)}::uuid`;

/** SQL: what this transaction may look up, null when nothing. */
export const currentLookupSql = settingSql(tenantSettings.lookup);

/** SQL: what follows in the transaction is for the organization; null sees no tenant's rows. */
export function setOrganizationSql(organizationId: string | null): string {
  // The values of SET cannot be parameters.
  if (organizationId !== null && !isUUID(organizationId)) throw new Error('an organization is named by a UUID');
  return `set local ${tenantSettings.organization} = '${organizationId ?? ''}'`;
}

/** SQL: begins a transaction of one organization, as one message of two statements that need no planning. */
export const beginSql = (organizationId: string | null): string =>
  organizationId === null ? 'begin' : `begin; ${setOrganizationSql(organizationId)}`;

export interface RowPolicy {
  /** SQL condition on a row. Default: `organization_id` is that of the transaction. */
  readonly visible?: string;
  /** SQL condition on a row that is written or deleted. Default: as `visible`. */
  readonly writable?: string;
}

/**
 * The statements that shut a table to everyone but the organization of the transaction, its owner included. For migrations: every
 * table has this, or a reason in the test that lists the exceptions. What has run anywhere must stay as it is.
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
