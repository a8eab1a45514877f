export type LogLevel = 'silent' | 'error' | 'info' | 'debug';

/** Everything the processes of the API read from their environment. A class, so that it is its own injection token. */
export class AppConfig {
  /** `postgres://…`; holds a password: never print it. */
  readonly databaseUrl!: string;
  /** Connections to the database of one process. */
  readonly databasePoolSize!: number;
  readonly host!: string;
  /** 0 lets the system choose. */
  readonly port!: number;
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
  readonly log!: LogLevel;
  /** The environment segment of API keys made here (`tms_<deployment>_…`). */
  readonly deployment!: string;
}
