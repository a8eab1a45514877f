/** What to start, and where its data lives. */
export interface DevDbOptions {
  /** The PostgreSQL data directory; made when absent. Log, lock and staging files stand beside it. */
  dataDir: string;
  /** Preferred TCP port. Another free one is chosen when it is taken, or when this is absent or 0. */
  port?: number;
  /** `false` turns off every wait for the disk: for tests, whose data may be lost. Default `true`. */
  durable?: boolean;
  /** Server settings (`postgresql.conf` names). They do not change a server that is adopted. */
  settings?: Readonly<Record<string, string>>;
  /** How long a start may take, in milliseconds. Default 60 000. */
  startTimeoutMs?: number;
  /** How long `stop` waits for open work to end before it forces the stop, in milliseconds. Default 15 000. */
  stopGraceMs?: number;
  /** Receives one line per step, for people; never a password. */
  log?: (line: string) => void;
}

/** A running server. It outlives this process unless `stop` is called. */
export interface DevDb {
  readonly port: number;
  /** The server was already running on the data directory and was taken over. */
  readonly adopted: boolean;
  /** Connection URL with the password in it: never print it. Default database: `postgres`. */
  url(database?: string): string;
  /** Creates the database unless it exists; safe to call from several processes at once. */
  ensureDatabase(name: string): Promise<void>;
  /** Whether its process is there; it may still be recovering. */
  isAlive(): boolean;
  /** Stops the server, adopted or not, and returns when its process is gone. Calling it again is harmless. */
  stop(): Promise<void>;
}
