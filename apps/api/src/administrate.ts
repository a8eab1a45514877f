import { parseArgs } from 'node:util';

import { type ChainHead, readHead } from '@tamis/audit-chain';
import { allProviders } from '@tamis/enrichment';
import { isUUID } from 'class-validator';

import { billingOptions, billingUsage, runBilling } from './admin/billing-commands.js';
import { personOptions, personUsage, runSignInLink } from './admin/person-commands.js';
import { providerUsage, runProviders } from './admin/provider-commands.js';
import { registerOptions, registerUsage, runRegisters } from './admin/register-commands.js';
import { UsageError } from './admin/usage-error.js';
import { runWatchlists, watchlistUsage } from './admin/watchlist-commands.js';
import { sealStoredNumbers } from './modules/events/transactions/index.js';
import { type PriceRequest, Providers, setIntegrationPrice } from './modules/enrichment/integrations/index.js';
import { type QuotaRequest, quotaModules, quotaPeriods, setQuota } from './modules/tenancy/creation-quotas/index.js';
import {
  changePlan,
  createAccount,
  createKey,
  type PlanRequest,
  plans,
} from './modules/tenancy/organizations/index.js';
import { verifyAudit } from './platform/audit/index.js';
import { type AppConfig, readConfig } from './platform/config/index.js';
import {
  DatabaseUnavailableError,
  EarlierDatabaseError,
  dataSourceOptions,
  dropExpiredPartitions,
  inTransaction,
  migrate,
  openDataSource,
  partitionedTables,
  poolOf,
  type PgPool,
} from './platform/database/index.js';
import { isCalendarDate } from './platform/http/index.js';
import { limits } from './platform/limits.js';
import { MasterKeys, rotateSecrets, Secrets, SecretsError } from './platform/secrets/index.js';

const usage = `Administration of Tamis; reads DATABASE_URL and TAMIS_MASTER_KEY.

  migrate                                           bring the database to the newest schema
  create-account --name NAME [--if-missing]         create a production and a sandbox organization with a key each
  create-key --organization ID [--name NAME]        create a further key with every permission
  change-plan --organization ID --plan PLAN [--requests-per-hour N]
                                                    give an account another plan, or a number of requests of its own
  set-quota --organization ID --module MODULE --period month|total --limit N|none
                                                    how many entities, transactions or user_events it may create
  set-price --organization ID --integration CODE --cents N|none
                                                    what one delivered result of an integration costs it; none: the list price

  drop-records --table transactions|user_events|evaluations --before DATE
                                                    drop the quarters that ended by a day (UTC), of all organizations
  rotate-secrets [--data-keys]                      wrap all keys with the first master key; --data-keys also seals all values anew
  seal-account-numbers --organization ID            seal account numbers of payments that were stored in clear
  verify-audit --organization ID [--head SEQUENCE:HASH]
                                                    recompute the audit trail; ends with 1 and names the first wrong entry
${personUsage}
${billingUsage}
${registerUsage}
${providerUsage}
${watchlistUsage}

  --json    print the result as one line of JSON
`;

async function main(): Promise<void> {
  const { values, positionals } = parse();
  if (values.help) return void process.stdout.write(usage);
  const config = readConfig(process.env);
  if (!config.ok) throw new UsageError(config.error.join('\n'));
  const result = await run(positionals, values, config.value);
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`);
}

/** How many arguments beside options the commands take at most that take any. */
const argumentsOf: Readonly<Record<string, number>> = { billing: 1, providers: 1, registers: 2, watchlists: 12 };

/** Runs a command; what it returns is printed. */
async function run(
  [command, ...rest]: readonly string[],
  values: ReturnType<typeof parse>['values'],
  { databaseSessionUrl: databaseUrl, deployment, masterKey, enrichmentProviders, watchlists }: AppConfig,
): Promise<object> {
  if (rest.length > (argumentsOf[command ?? ''] ?? 0)) throw new UsageError(`unexpected \`${rest.join(' ')}\``);
  switch (command) {
    case 'migrate':
      return { migrated: await migrate(databaseUrl) };
    case 'create-account': {
      const name = nameOf(values.name);
      const made = await withPool(databaseUrl, (pool) =>
        createAccount(pool, { name, deployment, ifMissing: values['if-missing'] }),
      );
      if (!made.ok) throw new UsageError(accountProblems[made.error]);
      return { name, ...made.value };
    }
    case 'create-key': {
      const organizationId = organizationOf(values.organization);
      const name = nameOf(values.name ?? 'administration');
      const made = await withPool(databaseUrl, (pool) => createKey(pool, { organizationId, name, deployment }));
      if (!made.ok) throw new UsageError(`there is no organization ${organizationId}`);
      return made.value;
    }
    case 'sign-in-link': {
      const organizationId = organizationOf(values.organization);
      return withPool(databaseUrl, (pool) => runSignInLink(pool, organizationId, values.email));
    }
    case 'change-plan': {
      const request = planRequest(values);
      const changed = await withPool(databaseUrl, (pool) => changePlan(pool, request));
      if (!changed.ok) throw new UsageError(`there is no organization ${request.organizationId}`);
      return changed.value;
    }
    case 'set-quota': {
      const request = quotaRequest(values);
      const set = await withPool(databaseUrl, (pool) => setQuota(pool, request));
      if (!set.ok) throw new UsageError(`there is no organization ${request.organizationId}`);
      return set.value ?? { module: request.module, period: request.period, quota: null };
    }
    case 'set-price': {
      const request = priceRequest(values);
      const set = await withPool(databaseUrl, (pool) => setIntegrationPrice(pool, request));
      if (!set.ok) throw new UsageError(priceProblems[set.error](request));
      return set.value;
    }
    case 'drop-records': {
      const { table, before } = dropRequest(values);
      return { table, dropped: await dropExpiredPartitions(databaseUrl, table, before) };
    }
    case 'rotate-secrets':
    case 'seal-account-numbers':
      return withPool(databaseUrl, (pool) => runSecrets(pool, command, values, new MasterKeys(masterKey)));
    case 'billing':
      return withPool(databaseUrl, (pool) => runBilling(pool, rest[0], values));
    case 'registers':
      return withPool(databaseUrl, (pool) => runRegisters(pool, rest, values));
    case 'providers':
      return withPool(databaseUrl, (pool) => runProviders(pool, rest[0], providersOf(enrichmentProviders)));
    case 'watchlists':
      return withPool(databaseUrl, (pool) => runWatchlists(pool, rest, watchlists));
    case 'verify-audit':
      return verifyTrail(databaseUrl, values);
    default:
      throw new UsageError(command === undefined ? usage : `unknown command \`${command}\`\n\n${usage}`);
  }
}

function runSecrets(
  pool: PgPool,
  command: 'rotate-secrets' | 'seal-account-numbers',
  values: ReturnType<typeof parse>['values'],
  masters: MasterKeys,
): Promise<object> {
  if (command === 'seal-account-numbers')
    return sealStoredNumbers(pool, new Secrets(masters), organizationOf(values.organization));
  return rotateSecrets(pool, masters, { dataKeys: values['data-keys'], batchSize: limits.resealBatch });
}

const providersOf = (selection: string): Providers => new Providers(allProviders, selection);

async function verifyTrail(databaseUrl: string, values: ReturnType<typeof parse>['values']): Promise<object> {
  const organizationId = organizationOf(values.organization);
  const published = (values.head ?? []).map(headOf);
  const verified = await withPool(databaseUrl, (pool) =>
    inTransaction(pool, organizationId, (client) => verifyAudit(client, organizationId, published)),
  );
  if (verified.fault) process.exitCode = 1;
  return verified;
}

const accountProblems = {
  'name-empty': '--name holds no letter or digit',
  'name-taken': 'an account of this name exists; --if-missing accepts it',
} as const;

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        organization: { type: 'string' },
        plan: { type: 'string' },
        'requests-per-hour': { type: 'string' },
        module: { type: 'string' },
        period: { type: 'string' },
        limit: { type: 'string' },
        integration: { type: 'string' },
        cents: { type: 'string' },
        table: { type: 'string' },
        before: { type: 'string' },
        head: { type: 'string', multiple: true },
        ...personOptions,
        ...billingOptions,
        ...registerOptions,
        'data-keys': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        'if-missing': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

function headOf(text: string): ChainHead {
  const head = readHead(text);
  if (!head) throw new UsageError('--head must be the sequence and the hash of an entry: 120:9f2c…');
  return head;
}

function organizationOf(given = ''): string {
  if (!isUUID(given)) throw new UsageError('--organization must be the id of an organization');
  return given;
}

function planRequest(values: ReturnType<typeof parse>['values']): PlanRequest {
  const organizationId = organizationOf(values.organization);
  const plan = plans.find((name) => name === values.plan);
  if (!plan) throw new UsageError(`--plan must be one of ${plans.join(', ')}`);
  const given = values['requests-per-hour'];
  if (given !== undefined && !/^[1-9]\d{0,8}$/.test(given))
    throw new UsageError('--requests-per-hour must be a whole number');
  return { organizationId, plan, agreedRequestsPerHour: given === undefined ? null : Number(given) };
}

function quotaRequest(values: ReturnType<typeof parse>['values']): QuotaRequest {
  const organizationId = organizationOf(values.organization);
  const module = quotaModules.find((name) => name === values.module);
  if (!module) throw new UsageError(`--module must be one of ${quotaModules.join(', ')}`);
  const period = quotaPeriods.find((name) => name === values.period);
  if (!period) throw new UsageError(`--period must be one of ${quotaPeriods.join(', ')}`);
  const limit = values.limit ?? '';
  if (limit !== 'none' && !/^(0|[1-9]\d{0,11})$/.test(limit))
    throw new UsageError('--limit must be a whole number, or `none`');
  return { organizationId, module, period, quota: limit === 'none' ? null : Number(limit) };
}

const priceProblems = {
  'no-organization': ({ organizationId }: PriceRequest) => `there is no organization ${organizationId}`,
  'no-integration': ({ code }: PriceRequest) => `there is no integration ${code}`,
};

function priceRequest({ organization, integration, cents }: ReturnType<typeof parse>['values']): PriceRequest {
  const organizationId = organizationOf(organization);
  if (!integration) throw new UsageError('--integration must be the code of an integration');
  if (!/^(?:none|0|[1-9]\d{0,8})$/.test(cents ?? '')) throw new UsageError('--cents must be a whole number, or `none`');
  return { organizationId, code: integration, priceCents: cents === 'none' ? null : Number(cents) };
}

function dropRequest(values: ReturnType<typeof parse>['values']): { readonly table: string; readonly before: Date } {
  const tables = Object.keys(partitionedTables);
  const table = tables.find((name) => name === values.table);
  if (table === undefined) throw new UsageError(`--table must be one of ${tables.join(', ')}`);
  const given = values.before ?? '';
  if (!isCalendarDate(given)) throw new UsageError('--before must be a day: 2025-01-01');
  const before = new Date(`${given}T00:00:00.000Z`);
  if (before > new Date()) throw new UsageError('--before must not be in the future');
  return { table, before };
}

function nameOf(given: string | undefined): string {
  const name = given?.trim() ?? '';
  if (name === '' || name.length > limits.organizationNameCharacters) {
    throw new UsageError(`--name must have 1 to ${limits.organizationNameCharacters} characters`);
  }
  return name;
}

async function withPool<T>(url: string, work: (pool: PgPool) => Promise<T>): Promise<T> {
  const dataSource = await openDataSource(dataSourceOptions(url, 2, 'app'));
  try {
    return await work(poolOf(dataSource));
  } finally {
    await dataSource.destroy();
  }
}

main().catch((error: unknown) => {
  const isExpected = [UsageError, DatabaseUnavailableError, EarlierDatabaseError, SecretsError].some(
    (kind) => error instanceof kind,
  );
  console.error(isExpected && error instanceof Error ? error.message : error);
  process.exit(1);
});
