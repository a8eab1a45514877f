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
      description: `folder of a mirror that has the files of ${title} under their published names; it must be on the public internet`,
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
    description: 'as `DATABASE_URL`, of a read-only copy; dry runs read what they replay from it',
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
      'a file of such keys, one a line, in place of `TAMIS_MASTER_KEY`; it is read again when a key is missing',
  }),
  databasePoolSize: numberSetting({
    name: 'DATABASE_POOL_SIZE',
    description:
      'connections to the database of one process, {bounds}; one organization has at most about half of them',
    default: 10,
    min: 2,
    max: 200,
  }),
  host: textSetting({ name: 'HOST', description: 'address to listen on', default: '127.0.0.1' }),
  port: numberSetting({
    name: 'PORT',
    description: 'port to listen on; 0 lets the system choose',
    default: 3000,
    min: 0,
    max: 65_535,
  }),
  publicOrigins: wordsSetting({
    name: 'PUBLIC_ORIGINS',
    description:
      'origins (`https://app.example.com`) of the pages that people sign in on, with commas: people sign in and sessions write from these alone; where there is none, from this server at an IP address or `localhost`',
    problem: (word) => (isOrigin(word) ? null : `\`${word}\` is no origin as \`https://app.example.com\``),
  }),
  trustedProxies: wordsSetting({
    name: 'TRUSTED_PROXIES',
    description:
      'addresses and blocks (`10.0.0.0/8`) of load balancers, with commas: what they say in `X-Forwarded-For` is the address that allow lists, sign-in limits and the audit trail see; of nobody else is it believed',
    problem: (word) => (isCidrBlock(word) ? null : `\`${word}\` is neither an address nor a block as \`10.0.0.0/8\``),
  }),
  receiveMs: numberSetting({
    name: 'RECEIVE_TIMEOUT_MS',
    description: 'milliseconds in which a request must have arrived, headers and body, {bounds}; slower ones get 408',
    default: 30_000,
    min: 1_000,
    max: 600_000,
  }),
  maxRunningRequests: numberSetting({
    name: 'MAX_RUNNING_REQUESTS',
    description: 'requests that one process works on at once, {bounds}',
    default: 100,
    min: 1,
    max: 10_000,
  }),
  maxWaitingRequests: numberSetting({
    name: 'MAX_WAITING_REQUESTS',
    description:
      'requests that wait for their turn, {bounds}; beyond, lists and imports are answered with 503 first, then all others',
    default: 1_000,
    min: 1,
    max: 100_000,
  }),
  maxUploadMb: numberSetting({
    name: 'MAX_UPLOAD_MB',
    description:
      'megabytes of large bodies and files that one process has on its disk at once, {bounds}, half of them of one organization; more are answered with 503',
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
    description: 'milliseconds after which an evaluation is given up and its thread ended, {bounds}',
    default: 2_000,
    min: 50,
    max: 60_000,
  }),
  engineMaxWaiting: numberSetting({
    name: 'ENGINE_MAX_WAITING',
    description: 'evaluations that wait for a thread at most, {bounds}; more are answered with 503',
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
      'evaluations of each day that are decided once more when it is over, for each organization, {bounds}; one that comes to something else is logged, audited and announced as `evaluation.replay_differs`',
    default: 100,
    min: 0,
    max: 10_000,
  }),
  batchPayloadDays: numberSetting({
    name: 'BATCH_PAYLOAD_DAYS',
    description:
      'days for which the rows of a batch are kept as they were sent once it has ended, {bounds}: `GET /batch-import/jobs/{id}/payload` and `skips.csv` have nothing to answer afterwards',
    default: 30,
    min: 1,
    max: 3_650,
  }),
  entityImportRows: numberSetting({
    name: 'ENTITY_IMPORT_ROWS',
    description: 'entities of one file or batch, {bounds}; the plan of an organization may allow fewer',
    default: limits.batchEntities,
    min: 1,
    max: limits.batchEntities,
  }),
  outboxHours: numberSetting({
    name: 'OUTBOX_HOURS',
    description:
      'hours for which events wait in the outbox for somebody who fetches them, {bounds}; then they are removed, but for what a webhook or an automation has still to read, which waits for up to 30 days',
    default: 24,
    min: 1,
    max: 8_760,
  }),
  outboxEvents: choiceSetting({
    name: 'OUTBOX_EVENTS',
    description:
      '`read`: what payments announce is written into the outbox while their organization has a webhook, an automation or a socket; `all`: always, for somebody who reads the table',
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
      'folder of its `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`; like everything the server asks for, it must be on the public internet',
    default: 'https://www.ecb.europa.eu/stats/eurofxref/',
    problem: (text) => (isFolderUrl(text) ? null : notFolder),
  }),
  enrichmentProviders: textSetting({
    name: 'ENRICHMENT_PROVIDERS',
    description:
      '`all`, `off`, or codes of integrations with commas: the providers of the marketplace that organizations can switch on',
    default: 'all',
    problem: (text) =>
      /^[a-z0-9_]+(?:\s*,\s*[a-z0-9_]+)*$/.test(text)
        ? null
        : `\`${text}\` is not \`all\`, \`off\` or codes with commas`,
  }),
  watchlists: wordsSetting({
    name: 'WATCHLISTS',
    description: `\`off\`, or codes of public lists with commas that parties can be screened against: ${listCodes}`,
    default: 'us_ofac,un_sc,eu_fsf,gb_uksl',
    problem: (word) =>
      word === 'off' || allWatchlists.some(({ code }) => code === word)
        ? null
        : `\`${word}\` is neither \`off\` nor one of ${listCodes}`,
  }),
  watchlistsFetch: switchSetting({
    name: 'WATCHLISTS_FETCH',
    description:
      '`on` asks the publishers of these lists for newer versions; off, an administrator loads their files (`admin watchlists load`)',
  }),
  ...mirrorSettings,
  /** A secret: never print it. */
  openSanctionsToken: optionalText({
    name: 'OPENSANCTIONS_TOKEN',
    description: 'delivery token of OpenSanctions; its list is loaded only with one',
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
    description: 'threads that screen names, {bounds}; they start with the first name',
    default: Math.max(1, availableParallelism() - 1),
    defaultText: 'cores - 1',
    min: 1,
    max: 256,
  }),
  log: choiceSetting({
    name: 'LOG',
    description:
      '`silent`, `error`, `info` or `debug`; lines are JSON on the standard output, one for each request from `info` on',
    choices: ['silent', 'error', 'info', 'debug'],
    default: 'info',
  }),
  /** A secret: never print it. */
  metricsToken: optionalText({
    name: 'METRICS_TOKEN',
    description: 'bearer token for `GET /metrics`, 16 characters or more; without one, only this machine may read it',
    problem: (text) =>
      /^[\x21-\x7e]{16,}$/.test(text) ? null : 'has fewer than 16 characters, or others than visible ASCII',
  }),
  console: switchSetting({
    name: 'CONSOLE',
    description: '`off`: the pages of the console are not served at `/console`',
    default: 'on',
  }),
  drainMs: numberSetting({
    name: 'DRAIN_MS',
    description:
      'milliseconds between SIGTERM and the end of listening, {bounds}; longer than the load balancer takes to see `/health/ready` fail',
    default: 1_000,
    min: 0,
    max: 10_000,
  }),
  tracing: switchSetting({
    name: 'TRACING',
    description: '`on` makes OpenTelemetry spans; load an SDK with an exporter beside the server (`node --import`)',
  }),
  ...egressSettings,
  ...storageSettings,
  deployment: textSetting({
    name: 'DEPLOYMENT',
    description: 'environment segment of the API keys made here, small letters',
    default: 'development',
    problem: (text) => (/^[a-z]{2,20}$/.test(text) ? null : `\`${text}\` is not 2 to 20 small letters`),
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
