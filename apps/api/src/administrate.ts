import { parseArgs } from 'node:util';

import { UsageError } from './admin/usage-error.js';
import {
  billingOptions,
  billingUsage,
  personOptions,
  personUsage,
  providerUsage,
  registerOptions,
  registerUsage,
  watchlistUsage,
} from './admin/usage.js';
import { type AppConfig, readConfig } from './platform/config/index.js';
import {
  DatabaseUnavailableError,
  EarlierDatabaseError,
  dataSourceOptions,
  dropExpiredPartitions,
  migrate,
  openDataSource,
  partitionedTables,
  poolOf,
  type PgPool,
} from './platform/database/index.js';
import { isCalendarDate } from './platform/http/index.js';
import { MasterKeys, SecretsError } from './platform/secrets/index.js';

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
  renew-match-keys --organization ID                renew the keys by which entities are found by name, after an update that reads names differently
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

/** Maximum number of arguments, apart from options, of the commands that accept any. */
const argumentsOf: Readonly<Record<string, number>> = { billing: 1, providers: 1, registers: 2, watchlists: 12 };

/**
 * Runs a command and returns the result to print. A command loads only the modules that it uses, since loading all of them would take each
 * command twice as long.
 */
async function run(
  [command, ...rest]: readonly string[],
  values: ReturnType<typeof parse>['values'],
  { databaseSessionUrl: databaseUrl, deployment, masterKey, enrichmentProviders, watchlists }: AppConfig,
): Promise<object> {
  if (rest.length > (argumentsOf[command ?? ''] ?? 0)) throw new UsageError(`unexpected \`${rest.join(' ')}\``);
  const withPool = <T>(work: (pool: PgPool) => Promise<T>): Promise<T> => onDatabase(databaseUrl, work);
  const organizations = () => import('./admin/organization-commands.js');
  switch (command) {
    case 'migrate':
      return { migrated: await migrate(databaseUrl) };
    case 'create-account':
      return (await organizations()).runCreateAccount(withPool, values, deployment);
    case 'create-key':
      return (await organizations()).runCreateKey(withPool, values, deployment);
    case 'change-plan':
      return (await organizations()).runChangePlan(withPool, values);
    case 'set-quota':
      return (await organizations()).runSetQuota(withPool, values);
    case 'set-price':
      return (await organizations()).runSetPrice(withPool, values);
    case 'renew-match-keys': {
      const { runRenewMatchKeys } = await import('./admin/entity-commands.js');
      return runRenewMatchKeys(withPool, values);
    }
    case 'sign-in-link': {
      const { runSignInLink } = await import('./admin/person-commands.js');
      return runSignInLink(withPool, values);
    }
    case 'drop-records': {
      const { table, before } = dropRequest(values);
      return { table, dropped: await dropExpiredPartitions(databaseUrl, table, before) };
    }
    case 'rotate-secrets':
    case 'seal-account-numbers': {
      const { runSecrets } = await import('./admin/security-commands.js');
      return withPool((pool) => runSecrets(pool, command, values, new MasterKeys(masterKey)));
    }
    case 'billing': {
      const { runBilling } = await import('./admin/billing-commands.js');
      return withPool((pool) => runBilling(pool, rest[0], values));
    }
    case 'registers': {
      const { runRegisters } = await import('./admin/register-commands.js');
      return withPool((pool) => runRegisters(pool, rest, values));
    }
    case 'providers': {
      const { providersOf, runProviders } = await import('./admin/provider-commands.js');
      return withPool((pool) => runProviders(pool, rest[0], providersOf(enrichmentProviders)));
    }
    case 'watchlists': {
      const { runWatchlists } = await import('./admin/watchlist-commands.js');
      return withPool((pool) => runWatchlists(pool, rest, watchlists));
    }
    case 'verify-audit': {
      const { verifyTrail } = await import('./admin/security-commands.js');
      return verifyTrail(withPool, values);
    }
    default:
      throw new UsageError(command === undefined ? usage : `unknown command \`${command}\`\n\n${usage}`);
  }
}

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

async function onDatabase<T>(url: string, work: (pool: PgPool) => Promise<T>): Promise<T> {
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
