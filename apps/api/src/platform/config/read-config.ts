import { availableParallelism } from 'node:os';

import { canonicalIp, failure, ok, type Result } from '@tamis/stdx';

import { AppConfig, type LogLevel, type MasterKeySource } from './app-config.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** What to do where no master key is set. */
export const missingMasterKey =
  'TAMIS_MASTER_KEY: missing; set it to 32 random bytes in base64 (`openssl rand -base64 32`), or TAMIS_MASTER_KEY_FILE to a file of them';

const booleanValues = ['off', 'on'];

const rateProviders = ['off', 'ecb'];

const logLevels: readonly LogLevel[] = ['silent', 'error', 'info', 'debug'];

/** A text, and the number it writes in at most nine digits; NaN: it writes none. */
const digitsOf = (text: string): readonly [string, number] => [text, /^\d{1,9}$/.test(text) ? Number(text) : NaN];

/** How settings are read; what is wrong with one is put among the problems. */
function settingReaders(environment: Environment, problems: string[]) {
  const text = (name: string, fallback: string): string => environment[name]?.trim() || fallback;

  const words = (name: string): readonly string[] =>
    text(name, '')
      .split(/[\s,]+/)
      .filter((word) => word !== '');

  const wholeNumber = (name: string, fallback: number, min: number, max: number): number => {
    const [given, value] = digitsOf(text(name, String(fallback)));
    if (value >= min && value <= max) return value;
    problems.push(`${name}: \`${given}\` is not a whole number from ${min} to ${max}`);
    return fallback;
  };

  const isOn = (name: string): boolean => {
    const given = text(name, 'off');
    if (!booleanValues.includes(given))
      problems.push(`${name}: \`${given}\` is not one of ${booleanValues.join(', ')}`);
    return given === 'on';
  };

  return { text, words, wholeNumber, isOn };
}

/**
 * Reads the settings; every wrong one gets its own line, naming the variable, what it holds and what it must hold.
 * Variables that are absent or empty take their default; only `DATABASE_URL` has none.
 */
export function readConfig(environment: Environment): Result<AppConfig, readonly string[]> {
  const problems: string[] = [];
  const { text, words, wholeNumber, isOn } = settingReaders(environment, problems);

  const databaseUrl = text('DATABASE_URL', '');
  if (databaseUrl === '')
    problems.push('DATABASE_URL: missing; set it to `postgres://user:password@host:port/database`');
  else if (!isPostgresUrl(databaseUrl)) problems.push('DATABASE_URL: not a `postgres://` address');

  const databaseReplicaUrl = text('DATABASE_REPLICA_URL', '');
  if (databaseReplicaUrl !== '' && !isPostgresUrl(databaseReplicaUrl))
    problems.push('DATABASE_REPLICA_URL: not a `postgres://` address');

  const log = text('LOG', 'info') as LogLevel;
  if (!logLevels.includes(log)) problems.push(`LOG: \`${log}\` is not one of ${logLevels.join(', ')}`);

  const deployment = text('DEPLOYMENT', 'development');
  if (!/^[a-z]{2,20}$/.test(deployment)) problems.push(`DEPLOYMENT: \`${deployment}\` is not 2 to 20 small letters`);

  const masterKey = masterKeyFrom(text('TAMIS_MASTER_KEY', ''), text('TAMIS_MASTER_KEY_FILE', ''));
  if (typeof masterKey === 'string') problems.push(masterKey);
  else if (masterKey === null && deployment !== 'development') problems.push(missingMasterKey);

  const metricsToken = text('METRICS_TOKEN', '');
  if (metricsToken !== '' && !/^[\x21-\x7e]{16,}$/.test(metricsToken))
    problems.push('METRICS_TOKEN: has fewer than 16 characters, or others than visible ASCII');

  const trustedProxies = words('TRUSTED_PROXIES');
  for (const block of trustedProxies) {
    if (!isCidrBlock(block))
      problems.push(`TRUSTED_PROXIES: \`${block}\` is neither an address nor a block as \`10.0.0.0/8\``);
  }

  const publicOrigins = words('PUBLIC_ORIGINS');
  for (const origin of publicOrigins) {
    if (!/^https?:/.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      problems.push(`PUBLIC_ORIGINS: \`${origin}\` is no origin as \`https://app.example.com\``);
  }

  const [webhookLoopback, showEmails] = ['WEBHOOK_LOOPBACK', 'SHOW_EMAILS'].map((name) => {
    const isWanted = isOn(name);
    if (isWanted && deployment !== 'development')
      problems.push(`${name}: is for development alone, where DEPLOYMENT is \`development\``);
    return isWanted;
  });

  const ratesProvider = text('RATES_PROVIDER', 'off');
  if (!rateProviders.includes(ratesProvider))
    problems.push(`RATES_PROVIDER: \`${ratesProvider}\` is not one of ${rateProviders.join(', ')}`);

  const ratesUrl = text('RATES_URL', 'https://www.ecb.europa.eu/stats/eurofxref/');
  if (!isFolderUrl(ratesUrl))
    problems.push('RATES_URL: not an `http://` or `https://` address of a folder, without user and query');

  const config = Object.assign(new AppConfig(), {
    databaseUrl,
    databaseReplicaUrl: databaseReplicaUrl === '' ? null : databaseReplicaUrl,
    masterKey,
    databasePoolSize: wholeNumber('DATABASE_POOL_SIZE', 10, 2, 200),
    host: text('HOST', '127.0.0.1'),
    port: wholeNumber('PORT', 3000, 0, 65_535),
    trustedProxies,
    publicOrigins,
    receiveMs: wholeNumber('RECEIVE_TIMEOUT_MS', 30_000, 1_000, 600_000),
    maxRunningRequests: wholeNumber('MAX_RUNNING_REQUESTS', 100, 1, 10_000),
    maxWaitingRequests: wholeNumber('MAX_WAITING_REQUESTS', 1_000, 1, 100_000),
    engineThreads: wholeNumber('ENGINE_THREADS', Math.max(1, availableParallelism() - 1), 1, 256),
    engineDeadlineMs: wholeNumber('ENGINE_DEADLINE_MS', 2_000, 50, 60_000),
    engineMaxWaiting: wholeNumber('ENGINE_MAX_WAITING', 10_000, 1, 1_000_000),
    engineSetMemoryMb: wholeNumber('ENGINE_SET_MEMORY_MB', 256, 16, 65_536),
    replaySample: wholeNumber('REPLAY_SAMPLE', 100, 0, 10_000),
    batchPayloadDays: wholeNumber('BATCH_PAYLOAD_DAYS', 30, 1, 3_650),
    outboxHours: wholeNumber('OUTBOX_HOURS', 24, 1, 8_760),
    ratesProvider,
    ratesUrl: ratesUrl.replace(/\/*$/, '/'),
    log,
    metricsToken: metricsToken === '' ? null : metricsToken,
    drainMs: wholeNumber('DRAIN_MS', 1_000, 0, 10_000),
    tracing: isOn('TRACING'),
    webhookLoopback,
    showEmails,
    deployment,
  });
  return problems.length === 0 ? ok(Object.freeze(config)) : failure(problems);
}

/** Null: there is none. A problem as text. */
function masterKeyFrom(key: string, file: string): MasterKeySource | string | null {
  if (key !== '' && file !== '')
    return 'TAMIS_MASTER_KEY_FILE: set together with TAMIS_MASTER_KEY; one of them is enough';
  if (file !== '') return { file };
  return key === '' ? null : { text: key };
}

function isCidrBlock(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const width = address.includes(':') ? 128 : 32;
  return (
    canonicalIp(address) !== null &&
    more.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width))
  );
}

function isFolderUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}

function isPostgresUrl(text: string): boolean {
  return URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
}
