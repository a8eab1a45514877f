/** One variable of the environment, as people read of it. */
export interface Setting {
  readonly name: string;
  /** As text; null: it must be given. */
  readonly defaultValue: string | null;
  readonly description: string;
}

/** Every variable that `readConfig` reads. */
export const settings: readonly Setting[] = [
  {
    name: 'DATABASE_URL',
    defaultValue: null,
    description: '`postgres://user:password@host:port/database`; the user owns the tables',
  },
  {
    name: 'DATABASE_REPLICA_URL',
    defaultValue: 'none',
    description: 'as `DATABASE_URL`, of a read-only copy; dry runs read what they replay from it',
  },
  {
    name: 'TAMIS_MASTER_KEY',
    defaultValue: 'none',
    description:
      '32 random bytes in base64, which wrap the keys of all secrets; several with commas, the first wraps; needed outside of development',
  },
  {
    name: 'TAMIS_MASTER_KEY_FILE',
    defaultValue: 'none',
    description:
      'a file of such keys, one a line, in place of `TAMIS_MASTER_KEY`; it is read again when a key is missing',
  },
  {
    name: 'DATABASE_POOL_SIZE',
    defaultValue: '10',
    description: 'connections to the database of one process, 2 to 200',
  },
  { name: 'HOST', defaultValue: '127.0.0.1', description: 'address to listen on' },
  { name: 'PORT', defaultValue: '3000', description: 'port to listen on; 0 lets the system choose' },
  {
    name: 'PUBLIC_ORIGINS',
    defaultValue: 'none',
    description:
      'origins (`https://app.example.com`) of the pages that people sign in on, with commas: people sign in and sessions write from these alone; where there is none, from this server at an IP address or `localhost`',
  },
  {
    name: 'TRUSTED_PROXIES',
    defaultValue: 'none',
    description:
      'addresses and blocks (`10.0.0.0/8`) of load balancers, with commas: what they say in `X-Forwarded-For` is the address that allow lists, sign-in limits and the audit trail see; of nobody else is it believed',
  },
  {
    name: 'RECEIVE_TIMEOUT_MS',
    defaultValue: '30000',
    description:
      'milliseconds in which a request must have arrived, headers and body, 1000 to 600000; slower ones get 408',
  },
  { name: 'MAX_RUNNING_REQUESTS', defaultValue: '100', description: 'requests that are worked on at once, 1 to 10000' },
  {
    name: 'MAX_WAITING_REQUESTS',
    defaultValue: '1000',
    description:
      'requests that wait for their turn, 1 to 100000; beyond, lists and imports are answered with 503 first',
  },
  { name: 'ENGINE_THREADS', defaultValue: 'cores - 1', description: 'threads that evaluate rules, 1 to 256' },
  {
    name: 'ENGINE_DEADLINE_MS',
    defaultValue: '2000',
    description: 'milliseconds after which an evaluation is given up, 50 to 60000',
  },
  {
    name: 'ENGINE_MAX_WAITING',
    defaultValue: '10000',
    description: 'evaluations that wait for a thread at most; more are answered with 503',
  },
  {
    name: 'ENGINE_SET_MEMORY_MB',
    defaultValue: '256',
    description: 'megabytes of compiled rule sets that each thread keeps, 16 to 65536',
  },
  {
    name: 'REPLAY_SAMPLE',
    defaultValue: '100',
    description:
      'evaluations of each day that are decided once more when it is over, for each organization, 0 to 10000; one that comes to something else is logged, audited and announced as `evaluation.replay_differs`',
  },
  {
    name: 'BATCH_PAYLOAD_DAYS',
    defaultValue: '30',
    description:
      'days for which the rows of a batch are kept as they were sent once it has ended, 1 to 3650: `GET /batch-import/jobs/{id}/payload` and `skips.csv` have nothing to answer afterwards',
  },
  {
    name: 'OUTBOX_HOURS',
    defaultValue: '24',
    description:
      'hours for which events wait in the outbox for somebody who fetches them, 1 to 8760; then they are removed',
  },
  {
    name: 'RATES_PROVIDER',
    defaultValue: 'off',
    description:
      '`ecb` asks the European Central Bank for its reference rates once a day, after they are published; they hold where an organization loaded none of its own, and never replace those',
  },
  {
    name: 'RATES_URL',
    defaultValue: 'https://www.ecb.europa.eu/stats/eurofxref/',
    description:
      'folder of its `eurofxref-daily.xml` and `eurofxref-hist-90d.xml`; like everything the server asks for, it must be on the public internet',
  },
  {
    name: 'LOG',
    defaultValue: 'info',
    description:
      '`silent`, `error`, `info` or `debug`; lines are JSON on the standard output, one for each request from `info` on',
  },
  {
    name: 'METRICS_TOKEN',
    defaultValue: 'none',
    description: 'bearer token for `GET /metrics`, 16 characters or more; without one, only this machine may read it',
  },
  {
    name: 'DRAIN_MS',
    defaultValue: '1000',
    description:
      'milliseconds between SIGTERM and the end of listening, 0 to 10000; longer than the load balancer takes to see `/health/ready` fail',
  },
  {
    name: 'TRACING',
    defaultValue: 'off',
    description: '`on` makes OpenTelemetry spans; load an SDK with an exporter beside the server (`node --import`)',
  },
  {
    name: 'WEBHOOK_LOOPBACK',
    defaultValue: 'off',
    description:
      '`on`: webhooks may lead to `http://localhost:…` and other loopback addresses, and sandboxes send to those; in development alone',
  },
  {
    name: 'SHOW_EMAILS',
    defaultValue: 'off',
    description:
      '`on`: emails are printed on the standard output with the tokens that stand in them, as nothing sends them; in development alone',
  },
  {
    name: 'DEPLOYMENT',
    defaultValue: 'development',
    description: 'environment segment of the API keys made here, small letters',
  },
];
