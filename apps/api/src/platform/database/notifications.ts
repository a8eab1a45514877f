import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import pg from 'pg';

import { AppConfig } from '../config/index.js';
import { limits } from '../limits.js';
import { sessionOptions } from './session-options.js';

/** What a process tells all others; the payload is described where it is sent. */
export type Channel =
  | 'tamis_api_keys'
  | 'tamis_sessions'
  | 'tamis_new_sessions'
  | 'tamis_rule_sets'
  | 'tamis_dry_runs'
  | 'tamis_watchlists'
  | 'tamis_ownership';

type Handler = (payload: string) => void;

/**
 * Hears what any process announces with `pg_notify`, over one connection of its own. While that is down nothing is heard, so
 * whoever listens must also do without: by an age beyond which it looks again.
 */
@Injectable()
export class Notifications implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('notifications');
  private readonly handlers = new Map<Channel, Handler[]>();
  private client: pg.Client | undefined;
  private reconnectTimer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(private readonly config: AppConfig) {}

  /** To be called before the application starts. Handlers of one channel are called in the order in which they came. */
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
      ...sessionOptions(this.config.databaseUrl, 'app'),
      application_name: 'tamis-listen',
    });
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.handlers.get(channel as Channel) ?? []) handler(payload ?? '');
    });
    client.on('error', () => undefined); // followed by `end`
    client.on('end', () => this.scheduleReconnect());
    try {
      await client.connect();
      for (const channel of this.handlers.keys()) await client.query(`listen ${channel}`);
      this.client = client;
    } catch (error) {
      this.logger.warn(`no connection to listen on: ${error instanceof Error ? error.message : String(error)}`);
      await client.end().catch(() => undefined);
      this.scheduleReconnect();
    }
  }

  private scheduleReconnect(): void {
    this.client = undefined;
    clearTimeout(this.reconnectTimer);
    if (this.stopped) return;
    this.reconnectTimer = setTimeout(() => void this.connect(), limits.databaseRetryMs).unref();
  }
}
