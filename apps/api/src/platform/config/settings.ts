import { availableParallelism } from 'node:os';

import { canonicalIp } from '@tamis/stdx';
import { allWatchlists } from '@tamis/watchlists';

import { limits } from '../limits.js';
import {
  choiceSetting,
  isFolderUrl,
  isOrigin,
  numberSetting,
  optionalText,
  requiredText,
  type Setting,
  switchSetting,
  textSetting,
  visibleProblem,
  wordsSetting,
} from './setting.js';
import { egressSettings } from './egress-settings.js';
import { storageSettings } from './storage-settings.js';

const listCodes = allWatchlists.map(({ code }) => code).join(', ');

/** One setting for each list: where its files are fetched from instead of from the publisher. */
const mirrorSettings = Object.fromEntries(
  allWatchlists.map(({ code, addressSetting, title }) => [
    `watchlistUrl:${code}`,
    optionalText({
      name: addressSetting,
      description: `folder of a mirror with the files of ${title} under their published names; it must be on the public internet`,
      problem: (text) => (isFolderUrl(text) ? null : notFolder),
    }),
  ]),
) as Readonly<Record<`watchlistUrl:${string}`, Setting<string | null>>>;

/** All environment variables of the API processes. Defaults, checks, types and the settings page are derived from this table. */
export const settings = {
  /** Contains a password: never print it. */
  databaseUrl: requiredText({
    name: 'DATABASE_URL',
    description:
      '`postgres://user:password@host:port/database`; the user owns the tables, unless `DATABASE_SESSION_URL` names one that does',
    missing: 'missing; set it to `postgres://user:password@host:port/database`',
    problem: postgresProblem,
  }),
  /** Contains a password, like `DATABASE_URL`. */
  databaseSessionUrl: optionalText({
    name: 'DATABASE_SESSION_URL',
    description:
      'as `DATABASE_URL`, past any connection pooler, where `DATABASE_URL` is one in transaction mode: for notifications, migrations, administration and dry runs; the user owns the tables. Without it, `DATABASE_URL` is used for these as well',
    problem: postgresProblem,
  }),
  /** Contains a password, like the other two URLs. */
  databaseReplicaUrl: optionalText({
    name: 'DATABASE_REPLICA_URL',
    description: 'like `DATABASE_URL`, of a read-only replica; dry runs read their history from it',
    problem: postgresProblem,
  }),
  databaseReplicaLists: switchSetting({
    name: 'DATABASE_REPLICA_LISTS',
    description:
      '`on`: lists are read from `DATABASE_REPLICA_URL` too, and may lack what was stored some moments ago; from the database itself where that does not answer',
  }),
  /** A secret: never print it. */
  masterKeyText: optionalText({
    name: 'TAMIS_MASTER_KEY',
    description:
      '32 random bytes in base64, which wrap the keys of all secrets; several with commas, the first wraps; needed outside of development',
  }),
  masterKeyFile: optionalText({
    name: 'TAMIS_MASTER_KEY_FILE',
    description:
      'file of such keys, one per line, instead of `TAMIS_MASTER_KEY`; it is read again when a key is missing',
  }),
  databasePoolSize: numberSetting({
    name: 'DATABASE_POOL_SIZE',
    description: 'database connections of one process, {bounds}; one organization can use about half of them',
    default: 10,
    min: 2,
    max: 200,
  }),
  host: textSetting({ name: 'HOST', description: 'address to listen on', default: '127.0.0.1' }),
  port: numberSetting({
    name: 'PORT',
    description: 'port to listen on; 0 lets the system choose one',
    default: 3000,
    min: 0,
    max: 65_535,
  }),
  publicOrigins: wordsSetting({
    name: 'PUBLIC_ORIGINS',
    description:
      'origins (`https://app.example.com`) of the pages that people sign in on, with commas: people sign in and sessions write from these alone; where there is none, from this server at an IP address or `localhost`',
    problem: (word) => (isOrigin(word) ? null : `\`${word}\` is not an origin such as \`https://app.example.com\``),
  }),
  trustedProxies: wordsSetting({
    name: 'TRUSTED_PROXIES',
    description:
      'addresses and blocks (`10.0.0.0/8`) of load balancers, comma-separated: only their `X-Forwarded-For` is trusted as the client address for allowlists, sign-in limits and the audit log',
    problem: (word) =>
      isCidrBlock(word) ? null : `\`${word}\` is neither an address nor a block such as \`10.0.0.0/8\``,
  }),
  receiveMs: numberSetting({
    name: 'RECEIVE_TIMEOUT_MS',
    description:
      'milliseconds within which a request must have arrived, headers and body, {bounds}; slower ones get 408',
    default: 30_000,
    min: 1_000,
    max: 600_000,
  }),
  maxRunningRequests: numberSetting({
    name: 'MAX_RUNNING_REQUESTS',
    description: 'requests that one process handles concurrently, {bounds}',
    default: 100,
    min: 1,
    max: 10_000,
  }),
  maxWaitingRequests: numberSetting({
    name: 'MAX_WAITING_REQUESTS',
    description:
      'requests that wait for their turn, {bounds}; above this, lists and imports get 503 first, then all other requests',
    default: 1_000,
    min: 1,
    max: 100_000,
  }),
  maxUploadMb: numberSetting({
    name: 'MAX_UPLOAD_MB',
    description:
      'megabytes of large bodies and files that one process keeps on its disk at once, {bounds}, half of them for one organization; further ones get 503',
    default: 4_096,
    min: 1,
    max: 1_048_576,
  }),
  engineThreads: numberSetting({
    name: 'ENGINE_THREADS',
    description: 'threads that evaluate rules, {bounds}',
    default: Math.max(1, availableParallelism() - 1),
    defaultText: 'cores - 1',
    min: 1,
    max: 256,
  }),
  engineDeadlineMs: numberSetting({
    name: 'ENGINE_DEADLINE_MS',
    description: 'milliseconds after which an evaluation is aborted and its thread terminated, {bounds}',
    default: 2_000,
    min: 50,
    max: 60_000,
  }),
  engineMaxWaiting: numberSetting({
    name: 'ENGINE_MAX_WAITING',
    description: 'maximum number of evaluations that wait for a thread, {bounds}; further ones get 503',
    default: 10_000,
    min: 1,
    max: 1_000_000,
  }),
  engineSetMemoryMb: numberSetting({
    name: 'ENGINE_SET_MEMORY_MB',
    description: 'megabytes of compiled rule sets that each thread keeps, {bounds}',
    default: 256,
    min: 16,
    max: 65_536,
  }),
  replaySample: numberSetting({
    name: 'REPLAY_SAMPLE',
    description:
      'evaluations of each day that are replayed when it is over, for each organization, {bounds}; one with another outcome is logged, audited and announced as `evaluation.replay_differs`',
    default: 100,
    min: 0,
    max: 10_000,
  }),
  batchPayloadDays: numberSetting({
    name: 'BATCH_PAYLOAD_DAYS',
    description:
      'days for which the rows of a batch are kept after its end, {bounds}: afterwards `GET /batch-import/jobs/{id}/payload` and `skips.csv` have no data',
    default: 30,
    min: 1,
    max: 3_650,
  }),
  entityImportRows: numberSetting({
    name: 'ENTITY_IMPORT_ROWS',
    description: 'entities in one file or batch, {bounds}; the plan of an organization can allow fewer',
    default: limits.batchEntities,
    min: 1,
    max: limits.batchEntities,
  }),
  outboxHours: numberSetting({
    name: 'OUTBOX_HOURS',
    description:
      'hours for which events are kept in the outbox for external readers, {bounds}; then they are removed, except for those that a webhook or an automation has not read yet, which are kept for up to 30 days',
    default: 24,
    min: 1,
    max: 8_760,
  }),
  outboxEvents: choiceSetting({
    name: 'OUTBOX_EVENTS',
    description:
      '`read`: events of payments are written to the outbox only while their organization has a webhook, an automation or a socket; `all`: always, for systems that read the table',
    choices: ['read', 'all'],
    default: 'read',
  }),
  ratesProvider: choiceSetting({
    name: 'RATES_PROVIDER',
    description:
      '`ecb` asks the European Central Bank for its reference rates once a day, after they are published; they hold where an organization loaded none of its own, and never replace those',
    choices: ['off', 'ecb'],
    default: 'off',
  }),
  ratesUrl: textSetting({
    name: 'RATES_URL',
    description:
      'folder with `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`; like every outgoing address, it must be on the public internet',
    default: 'https://www.ecb.europa.eu/stats/eurofxref/',
    problem: (text) => (isFolderUrl(text) ? null : notFolder),
  }),
  enrichmentProviders: textSetting({
    name: 'ENRICHMENT_PROVIDERS',
    description:
      '`all`, `off`, or comma-separated codes of integrations: the providers that organizations can enable in the marketplace',
    default: 'all',
    problem: (text) =>
      /^[a-z0-9_]+(?:\s*,\s*[a-z0-9_]+)*$/.test(text)
        ? null
        : `\`${text}\` is not \`all\`, \`off\` or comma-separated codes`,
  }),
  watchlists: wordsSetting({
    name: 'WATCHLISTS',
    description: `\`off\`, or comma-separated codes of public lists for screening: ${listCodes}`,
    default: 'us_ofac,un_sc,eu_fsf,gb_uksl',
    problem: (word) =>
      word === 'off' || allWatchlists.some(({ code }) => code === word)
        ? null
        : `\`${word}\` is neither \`off\` nor one of ${listCodes}`,
  }),
  watchlistsFetch: switchSetting({
    name: 'WATCHLISTS_FETCH',
    description:
      '`on` fetches newer versions from the publishers of these lists; if off, an administrator loads their files (`admin watchlists load`)',
  }),
  ...mirrorSettings,
  /** A secret: never print it. */
  openSanctionsToken: optionalText({
    name: 'OPENSANCTIONS_TOKEN',
    description: 'delivery token of OpenSanctions; its list is only loaded with one',
    problem: visibleProblem,
  }),
  openSanctionsLicence: choiceSetting({
    name: 'OPENSANCTIONS_LICENCE',
    description:
      '`commercial` where you have a licence of OpenSanctions, `non-commercial` where you use it under CC BY-NC 4.0',
    choices: ['none', 'commercial', 'non-commercial'],
    default: 'none',
  }),
  screeningThreads: numberSetting({
    name: 'SCREENING_THREADS',
    description: 'threads that screen names, {bounds}; they start with the first screening',
    default: Math.max(1, availableParallelism() - 1),
    defaultText: 'cores - 1',
    min: 1,
    max: 256,
  }),
  log: choiceSetting({
    name: 'LOG',
    description:
      '`silent`, `error`, `info` or `debug`; lines are JSON on standard output, one per request from `info` on',
    choices: ['silent', 'error', 'info', 'debug'],
    default: 'info',
  }),
  /** A secret: never print it. */
  metricsToken: optionalText({
    name: 'METRICS_TOKEN',
    description: 'bearer token for `GET /metrics`, 16 characters or more; without one, only this machine can read it',
    problem: (text) =>
      /^[\x21-\x7e]{16,}$/.test(text) ? null : 'has fewer than 16 characters, or characters other than visible ASCII',
  }),
  console: switchSetting({
    name: 'CONSOLE',
    description: '`off`: the console is not served at `/console`',
    default: 'on',
  }),
  drainMs: numberSetting({
    name: 'DRAIN_MS',
    description:
      'milliseconds between SIGTERM and closing the port, {bounds}; longer than the load balancer takes to notice that `/health/ready` fails',
    default: 1_000,
    min: 0,
    max: 10_000,
  }),
  tracing: switchSetting({
    name: 'TRACING',
    description: '`on` creates OpenTelemetry spans; load an SDK with an exporter into the server (`node --import`)',
  }),
  ...egressSettings,
  ...storageSettings,
  deployment: textSetting({
    name: 'DEPLOYMENT',
    description: 'environment segment of the API keys created here, lowercase letters',
    default: 'development',
    problem: (text) => (/^[a-z]{2,20}$/.test(text) ? null : `\`${text}\` is not 2 to 20 lowercase letters`),
  }),
};

function postgresProblem(text: string): string | null {
  const isPostgres = URL.canParse(text) && ['postgres:', 'postgresql:'].includes(new URL(text).protocol);
  return isPostgres ? null : 'not a `postgres://` address';
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

const notFolder = 'not an `http://` or `https://` address of a folder, without user and query';
