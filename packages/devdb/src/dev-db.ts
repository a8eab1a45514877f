/** What to start, and where its data is stored. */
export interface DevDbOptions {
  /** The PostgreSQL data directory. Created if absent. Log, lock and staging files are next to it. */
  dataDir: string;
  /** Preferred TCP port. Another free one is chosen if it is taken, or if this is absent or 0. */
  port?: number;
  /** `false` disables all waiting for the disk, for tests whose data may be lost. Default: `true`. */
  durable?: boolean;
  /** Server settings (`postgresql.conf` names). They do not change a server that is adopted. */
  settings?: Readonly<Record<string, string>>;
  /** Maximum duration of a start in milliseconds. Default: 60 000. */
  startTimeoutMs?: number;
  /** How long `stop` waits for open work to end before it forces the stop, in milliseconds. Default: 15 000. */
  stopGraceMs?: number;
  /** Receives one line per step, for people. Never contains a password. */
  log?: (line: string) => void;
}

/** A running server. It outlives this process unless `stop` is called. */
export interface DevDb {
  readonly port: number;
  /** Whether the server was already running on the data directory and was taken over. */
  readonly adopted: boolean;
  /** Returns the connection URL including the password, which must never be printed. Default database: `postgres`. */
  url(database?: string): string;
  /** Creates the database unless it exists. Safe to call from several processes at once. */
  ensureDatabase(name: string): Promise<void>;
  /** Whether its process exists. It may still be recovering. */
  isAlive(): boolean;
  /** Stops the server, adopted or not, and returns when its process has ended. Calling it again is harmless. */
  stop(): Promise<void>;
}
