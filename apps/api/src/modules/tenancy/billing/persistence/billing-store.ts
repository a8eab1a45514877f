import { type Queryable, SqlConditions } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import type { Balance, EntryKind, LedgerEntry } from '../domain/ledger-entry.js';
import type { AutoTopUp, BillingSettings, NewTopUp, TopUp } from '../domain/top-up.js';

export type Account = Balance & BillingSettings & { readonly updatedAt: Date };

/**
 * Returns the account, or `null` if there is no such organization. `lock` prevents others from moving money of the organization until the
 * transaction ends.
 */
export async function findAccount(client: Queryable, organizationId: string, lock?: 'locked'): Promise<Account | null> {
  const { rows } = await client.query<Omit<Account, 'autoTopUp'> & AutoTopUp>(
    `select (wallet_cents + reserved_cents)::float8 as "balanceCents", reserved_cents::float8 as "reservedCents",
       wallet_cents::float8 as "availableCents", updated_at as "updatedAt",
       low_balance_threshold_cents::float8 as "lowBalanceThresholdCents", auto_top_up_enabled as enabled,
       auto_top_up_threshold_cents::float8 as "thresholdCents", auto_top_up_amount_cents::float8 as "amountCents",
       settings_version as version
     from billing_accounts where organization_id = $1 ${lock ? 'for update' : ''}`,
    [organizationId],
  );
  const [row] = rows;
  if (!row) return null;
  const { enabled, thresholdCents, amountCents, ...account } = row;
  return { ...account, autoTopUp: { enabled, thresholdCents, amountCents } };
}

/** Creates the account of a new organization, with play money for a sandbox. */
export async function openAccount(client: Queryable, organizationId: string): Promise<void> {
  await client.query('select billing_open($1)', [organizationId]);
}

/** Resets the ledger of a sandbox. */
export async function resetAccount(client: Queryable, organizationId: string): Promise<void> {
  await client.query('select billing_reset($1)', [organizationId]);
}

export async function storeSettings(
  client: Queryable,
  organizationId: string,
  { lowBalanceThresholdCents, autoTopUp, version }: BillingSettings,
): Promise<void> {
  await client.query(
    `update billing_accounts set low_balance_threshold_cents = $2, auto_top_up_enabled = $3, auto_top_up_threshold_cents = $4,
       auto_top_up_amount_cents = $5, settings_version = $6 where organization_id = $1`,
    [
      organizationId,
      lowBalanceThresholdCents,
      autoTopUp.enabled,
      autoTopUp.thresholdCents,
      autoTopUp.amountCents,
      version,
    ],
  );
}

/** Stores a top-up, and returns whether it is play money, which requires no payment. */
export async function insertTopUp(
  client: Queryable,
  organizationId: string,
  id: string,
  { amountCents, paymentMethodId, reference }: NewTopUp,
): Promise<boolean> {
  const { rows } = await client.query<{ isPlayMoney: boolean }>(
    'select billing_request_top_up($1, $2, $3, $4, $5) as "isPlayMoney"',
    [organizationId, id, amountCents, paymentMethodId, reference],
  );
  return rows[0]!.isPlayMoney;
}

const topUpColumns = `id, amount_cents::float8 as "amountCents", status, is_automatic as "isAutomatic",
  payment_method_id as "paymentMethodId", reference, created_at as "createdAt", completed_at as "completedAt"`;

export async function findTopUp(client: Queryable, organizationId: string, id: string): Promise<TopUp | null> {
  const { rows } = await client.query<TopUp>(
    `select ${topUpColumns} from top_ups where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ?? null;
}

/** Lists top-ups, newest first. */
export const findTopUps = (
  client: Queryable,
  organizationId: string,
  query: PageQuery & { readonly status?: string },
): Promise<Page<TopUp>> =>
  selectPage<TopUp>(client, {
    list: 'top-ups',
    columns: topUpColumns,
    from: 'top_ups',
    conditions: new SqlConditions(organizationId).add('status = ?', query.status),
    query,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });

export interface LedgerFilter {
  readonly type?: readonly EntryKind[];
  /** Inclusive. */
  readonly from?: string;
  readonly to?: string;
  readonly entityId?: string;
  readonly integrationCode?: string;
}

/** Lists entries, newest first, in the order of the balances. */
export const findEntries = (
  client: Queryable,
  organizationId: string,
  query: PageQuery & LedgerFilter,
): Promise<Page<LedgerEntry>> =>
  selectPage<LedgerEntry>(client, {
    list: 'ledger',
    columns: `id, kind as type, (case when kind in ('charge', 'reserve') then -amount_cents else amount_cents end)::float8 as "amountCents",
      balance_after_cents::float8 as "balanceAfterCents", integration_code as "integrationCode", execution_id as "enrichmentId",
      entity_id as "entityId", api_key_id as "apiKeyId", description, created_at as "createdAt"`,
    from: 'ledger_entries',
    conditions: new SqlConditions(organizationId)
      .add('kind = any(?)', query.type)
      .add('created_at >= ?', query.from)
      .add('created_at <= ?', query.to)
      .add('entity_id = ?', query.entityId)
      .add('integration_code = ?', query.integrationCode),
    query,
    sortBy: { column: 'sequence', type: 'bigint' },
    descending: true,
  });

const usageKeys = {
  integration: 'integration_code',
  day: `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD')`,
  apiKey: 'api_key_id::text',
} as const;
export type UsageGroup = keyof typeof usageKeys;
export const usageGroups = Object.keys(usageKeys) as readonly UsageGroup[];

export interface Usage {
  /** `null` if the requests were not made with an API key. */
  readonly key: string | null;
  readonly executions: number;
  readonly successes: number;
  /** Excluding refunds. */
  readonly costCents: number;
}

/** Sums up executions and their costs, from one time (inclusive) to another (exclusive). */
export async function sumUsage(
  client: Queryable,
  organizationId: string,
  { groupBy, from, to }: { readonly groupBy: UsageGroup; readonly from: Date; readonly to: Date },
): Promise<readonly Usage[]> {
  const { rows } = await client.query<Usage>(
    `select ${usageKeys[groupBy]} as key, count(*) filter (where kind = 'reserve')::int as executions,
       count(*) filter (where kind = 'charge')::int as successes,
       coalesce(sum(case kind when 'charge' then amount_cents when 'refund' then -amount_cents end), 0)::float8 as "costCents"
     from ledger_entries where organization_id = $1 and created_at >= $2 and created_at < $3 and kind in ('reserve', 'charge', 'refund')
     group by 1 order by 1 nulls last`,
    [organizationId, from, to],
  );
  return rows;
}
