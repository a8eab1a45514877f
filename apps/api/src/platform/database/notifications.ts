import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';

import { AppConfig } from '../config/index.js';
import { limits } from '../limits.js';
import { InjectPgPool, type PgPool } from './pg-pool.js';
import { sessionOptions } from './session-options.js';

/** Channels on which processes notify each other. Payloads are described where they are sent. */
export type Channel =
  | 'tamis_api_keys'
  | 'tamis_sessions'
  | 'tamis_new_sessions'
  | 'tamis_currencies'
  | 'tamis_rule_sets'
  | 'tamis_dry_runs'
  | 'tamis_watchlists'
  | 'tamis_ownership'
  | 'tamis_presence'
  | 'tamis_operations'
  | 'tamis_operation_reports';

/** Channel on which a process checks that it receives its own notifications. */
const echoChannel = 'tamis_echo';

type Handler = (payload: string) => void;

/**
 * Receives what any process announces with `pg_notify`, over a dedicated connection. Nothing is received while the connection is down, so
 * subscribers must not depend on it: their cached data needs a maximum age.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('notifications');
  private readonly handlers = new Map<Channel, Handler[]>();
  private client: pg.Client | undefined;
  private reconnectTimer: NodeJS.Timeout | undefined;
  private stopped = false;
  /** Last echo that was sent and not received yet; `null` once it was received. */
  private awaitedEcho: string | null = null;

  constructor(
    private readonly config: AppConfig,
    @InjectPgPool() private readonly pool: PgPool,
  ) {}

  /** Whether notifications arrive here. They do not while there is no connection, and never through a pooler in transaction mode. */
  get isHearing(): boolean {
    return this.client !== undefined && this.awaitedEcho === null;
  }

  /** Registers a handler. Must be called before the application starts. Handlers of one channel are called in the order of registration. */
  on(channel: Channel, handler: Handler): void {
    const others = this.handlers.get(channel);
    if (others) others.push(handler);
    else this.handlers.set(channel, [handler]);
  }

  onApplicationBootstrap(): Promise<void> {
    return this.connect();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.reconnectTimer);
    await this.client?.end().catch(() => undefined);
  }

  private async connect(): Promise<void> {
    const client = new pg.Client({
      ...sessionOptions(this.config.databaseSessionUrl, 'app'),
      application_name: 'tamis-listen',
    });
    client.on('notification', ({ channel, payload }) => {
      if (channel === echoChannel && payload === this.awaitedEcho) this.awaitedEcho = null;
      for (const handler of this.handlers.get(channel as Channel) ?? []) handler(payload ?? '');
    });
    client.on('error', () => undefined); // followed by `end`
    client.on('end', () => this.scheduleReconnect());
    try {
      await client.connect();
      for (const channel of [...this.handlers.keys(), echoChannel]) await client.query(`listen ${channel}`);
      this.client = client;
      await this.checkEcho();
    } catch (error) {
      this.logger.warn(`no connection for notifications: ${error instanceof Error ? error.message : String(error)}`);
      await client.end().catch(() => undefined);
      this.scheduleReconnect();
    }
  }

  /** Sends an echo over another connection. A pooler in transaction mode would not deliver the notifications meant for this connection. */
  private async checkEcho(): Promise<void> {
    const echo = randomUUID();
    this.awaitedEcho = echo;
    await this.pool.query('select pg_notify($1, $2)', [echoChannel, echo]);
    for (let waitedMs = 0; this.awaitedEcho === echo && waitedMs < limits.echoMs; waitedMs += limits.echoLookMs)
      await sleep(limits.echoLookMs);
    if (this.awaitedEcho === echo)
      this.logger.warn(
        'notifications do not arrive: set DATABASE_SESSION_URL to a direct address of the database, without a connection pooler. Until then this process only notices changes by others when it polls',
      );
  }

  private scheduleReconnect(): void {
    this.client = undefined;
    clearTimeout(this.reconnectTimer);
    if (this.stopped) return;
    this.reconnectTimer = setTimeout(() => void this.connect(), limits.databaseRetryMs).unref();
  }
}
