export type LogLevel = 'silent' | 'error' | 'info' | 'debug';

/** Where the master keys are. */
export type MasterKeySource = { readonly text: string } | { readonly file: string };

/** Everything the processes of the API read from their environment. A class, so that it is its own injection token. */
export class AppConfig {
  /** `postgres://…`; holds a password: never print it. */
  readonly databaseUrl!: string;
  /** A copy of the database that may be behind, from which long reads are done; a secret as the other. Null: there is none. */
  readonly databaseReplicaUrl!: string | null;
  /** The keys that wrap the keys of organizations; null: no secret can be kept, in development. A secret: never print it. */
  readonly masterKey!: MasterKeySource | null;
  /** Connections to the database of one process. */
  readonly databasePoolSize!: number;
  readonly host!: string;
  /** 0 lets the system choose. */
  readonly port!: number;
  /** Addresses and blocks of the proxies whose `X-Forwarded-For` says where a request comes from; none: no header is believed. */
  readonly trustedProxies!: readonly string[];
  /** Origins of this server's own pages, as browsers see them; none: the host that is asked says. */
  readonly publicOrigins!: readonly string[];
  /** Milliseconds in which a request must have arrived, its headers and its body. */
  readonly receiveMs!: number;
  /** Requests that one process works on at once. */
  readonly maxRunningRequests!: number;
  /** Requests that wait for their turn; beyond, lists and imports are answered with 503 first, then all others. */
  readonly maxWaitingRequests!: number;
  /** Worker threads that evaluate rules. */
  readonly engineThreads!: number;
  /** Milliseconds after which an evaluation without an outcome is given up and its worker ended. */
  readonly engineDeadlineMs!: number;
  /** Evaluations that wait for a worker at most; further requests are answered with 503. */
  readonly engineMaxWaiting!: number;
  /** Megabytes of compiled rule sets that each worker keeps. */
  readonly engineSetMemoryMb!: number;
  /** Evaluations of a day, for each organization, that are decided once more when it is over; 0: none. */
  readonly replaySample!: number;
  /** Days for which the payments of a batch are kept as they were sent once it has ended. */
  readonly batchPayloadDays!: number;
  /** Hours for which events wait for somebody who fetches them. */
  readonly outboxHours!: number;
  /** Who is asked for the rates of currencies once a day. */
  readonly ratesProvider!: 'off' | 'ecb';
  /** The folder of what is asked for, `http:` or `https:`, with a slash at its end. */
  readonly ratesUrl!: string;
  readonly log!: LogLevel;
  /** What `GET /metrics` asks for as a bearer token; null: only this machine may read it. A secret: never print it. */
  readonly metricsToken!: string | null;
  /** Milliseconds between SIGTERM and the end of listening, in which `/health/ready` says 503 and requests are answered. */
  readonly drainMs!: number;
  /** Makes OpenTelemetry spans, for an SDK that is loaded beside the server. */
  readonly tracing!: boolean;
  /** Sends webhooks to this machine, over plain `http:` and from sandboxes too. In development alone. */
  readonly webhookLoopback!: boolean;
  /** Prints emails on the standard output, with the tokens that stand in them. In development alone. */
  readonly showEmails!: boolean;
  /** The environment segment of API keys made here (`tms_<deployment>_…`). */
  readonly deployment!: string;
}
