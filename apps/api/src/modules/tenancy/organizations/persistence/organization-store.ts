import { type Queryable, SqlConditions, takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { type Account, environments, type OrganizationEnvironment } from '../domain/account.js';
import type { Organization } from '../domain/organization.js';
import { openAccount } from '../../billing/index.js';
import { withDefaultSettings } from '../../organization-settings/index.js';
import { type Plan, requestLimits } from '../domain/plan.js';

/** Returns the ids of the organizations of an account without a parent; `null` if there is no such account. */
export async function findAccount(client: Transaction, slug: string): Promise<Account<string> | null> {
  await client.allowLookup(slug);
  const { rows } = await client.query<{ id: string; environment: OrganizationEnvironment }>(
    'select id, environment from organizations where slug = $1 and parent_organization_id is null',
    [slug],
  );
  const ids = Object.fromEntries(rows.map(({ environment, id }) => [environment, id])) as Partial<Account<string>>;
  return ids.production !== undefined && ids.sandbox !== undefined ? (ids as Account<string>) : null;
}

/** The values that the two organizations of a new account share. */
export interface NewAccount {
  readonly slug: string;
  readonly name: string;
  readonly countryCode: string | null;
  readonly plan: Plan;
  /** The parent organizations, each in its environment. */
  readonly parents: Account<string> | null;
}

/** Leaves the transaction in the sandbox organization. */
export async function insertAccount(client: Transaction, ids: Account<string>, account: NewAccount): Promise<void> {
  for (const environment of environments) {
    const paired = ids[environment === 'production' ? 'sandbox' : 'production'];
    await client.switchOrganization(ids[environment]);
    const { rateLimit, burstLimit } = requestLimits(account.plan, environment, null);
    await client.query(
      `insert into organizations (id, slug, name, environment, paired_organization_id, parent_organization_id, country_code, plan,
         requests_per_hour, requests_per_minute)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        ids[environment],
        account.slug,
        account.name,
        environment,
        paired,
        account.parents?.[environment] ?? null,
        account.countryCode,
        account.plan,
        rateLimit,
        burstLimit,
      ],
    );
    await openAccount(client, ids[environment]);
  }
}

/** Allows only one caller at a time to create the account with this name, until the transaction ends. */
export async function lockAccountName(client: Queryable, slug: string): Promise<void> {
  await takeTurn(client, `account:${slug}`);
}

const columns = `id, name, slug, environment, paired_organization_id as "pairedOrganizationId",
  parent_organization_id as "parentOrganizationId", country_code as "countryCode", plan, language, timezone,
  base_currency as "baseCurrency", reporting_currencies as "reportingCurrencies", currency_codes as "currencyCodes",
  rate_max_age_days as "rateMaxAgeDays", settings, status, created_at as "createdAt", version`;

const toOrganization = (row: Organization): Organization => ({
  ...row,
  settings: withDefaultSettings(row.settings),
  sandboxExpiresAt: null,
});

/** With `lock`, nobody else can change it until the transaction ends. */
export async function findOrganization(client: Queryable, id: string, lock?: 'locked'): Promise<Organization | null> {
  const { rows } = await client.query<Organization>(
    `select ${columns} from organizations where id = $1 ${lock ? 'for update' : ''}`,
    [id],
  );
  return rows[0] ? toOrganization(rows[0]) : null;
}

/** Returns the oldest children first. */
export async function findChildren(client: Queryable, parentId: string, query: PageQuery): Promise<Page<Organization>> {
  const { rows, pagination } = await selectPage<Organization>(client, {
    ...{ list: 'organizations', columns, from: 'organizations', query },
    conditions: new SqlConditions(parentId, 'parent_organization_id'),
    sortBy: { column: 'created_at', type: 'timestamptz' },
  });
  return { rows: rows.map(toOrganization), pagination };
}

/** Returns the number of children, and whether one of them has this name. */
export async function countChildren(
  client: Queryable,
  parentId: string,
  slug: string,
): Promise<{ readonly count: number; readonly isTaken: boolean }> {
  const { rows } = await client.query<{ readonly count: number; readonly isTaken: boolean }>(
    `select count(*)::int as count, coalesce(bool_or(slug = $2), false) as "isTaken" from organizations where parent_organization_id = $1`,
    [parentId, slug],
  );
  return rows[0]!;
}

/**
 * The name belongs to the account, and therefore to both organizations. Processes that cache the currency settings are told that they may
 * have changed.
 */
export async function updateOrganization(client: Queryable, organization: Organization): Promise<void> {
  const { id, name, pairedOrganizationId } = organization;
  await client.query(
    `update organizations set country_code = $2, language = $3, timezone = $4, base_currency = $5, reporting_currencies = $6,
       currency_codes = $7, rate_max_age_days = $8, settings = $9, name = $10, version = version + 1 where id = $1`,
    [
      id,
      organization.countryCode,
      organization.language,
      organization.timezone,
      organization.baseCurrency,
      organization.reportingCurrencies,
      organization.currencyCodes,
      organization.rateMaxAgeDays,
      JSON.stringify(organization.settings),
      name,
    ],
  );
  await client.query(`select pg_notify('tamis_currencies', $1)`, [id]);
  await client.query('update organizations set name = $2, version = version + 1 where id = $1 and name <> $2', [
    pairedOrganizationId,
    name,
  ]);
}
