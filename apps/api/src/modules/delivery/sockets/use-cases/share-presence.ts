import { randomUUID } from 'node:crypto';

import { Injectable, Logger } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { InjectPgPool, Notifications, type PgPool } from '../../../../platform/database/index.js';
import { PeriodicTask } from '../../../../platform/periodic-task.js';
import { Presence, type PresenceMessage, type PresenceRoom, type PresentPerson } from '../domain/presence.js';
import { socketLimits } from '../domain/socket-limits.js';

/** Called when the people in a room have changed. */
type Listener = (room: PresenceRoom, people: readonly PresentPerson[]) => void;

interface PresentConnection {
  readonly principal: Principal;
  /** Rooms whose people see each other. */
  readonly presenceRooms: readonly string[];
}

/**
 * Shares between all processes who has a record open, wherever they are connected. Nothing about it is stored: people who have left are
 * forgotten.
 */
@Injectable()
export class SharePresence {
  private readonly logger = new Logger('sockets');
  private listener: Listener = () => undefined;
  private readonly presence = new Presence(randomUUID(), (room) => this.listener(room, this.presence.peopleIn(room)));
  private readonly entered = new Map<object, ReadonlySet<string>>();
  private sending: Promise<void> | null = null;
  private readonly beating = new PeriodicTask(
    'sockets',
    'sharing presence failed',
    socketLimits.presenceBeatMs,
    async () => {
      this.presence.forgetSilent(performance.now());
      if (!this.presence.isEmpty) await this.send(this.presence.signOfLife());
    },
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    notifications: Notifications,
  ) {
    notifications.on('tamis_presence', (payload) => this.hear(payload));
  }

  /** Must be called before the first connection. */
  start(listener: Listener): void {
    this.listener = listener;
    this.beating.start();
  }

  /** Reports that this process has no more connections. */
  async stop(): Promise<void> {
    await this.beating.stop();
    await this.sending;
    await this.send(this.presence.signOfLife({ isGone: true })).catch(() => undefined);
  }

  /** Updates the rooms of a connection. Returns those it has joined, with the people in each. */
  update(connection: PresentConnection): readonly (PresenceRoom & { readonly people: readonly PresentPerson[] })[] {
    const { organizationId, actor } = connection.principal;
    if (actor.type !== 'user') return [];
    const before = this.entered.get(connection) ?? new Set();
    const now = new Set(connection.presenceRooms);
    this.entered.set(connection, now);
    const person = { userId: actor.id, name: actor.name.slice(0, socketLimits.presentNameCharacters) };
    for (const room of before) if (!now.has(room)) this.presence.leave({ organizationId, room }, connection);
    const came = [...now].filter((room) => !before.has(room)).map((room) => ({ organizationId, room }));
    for (const room of came) this.presence.enter(room, connection, person);
    this.tellOthers();
    return came.map((room) => ({ ...room, people: this.presence.peopleIn(room) }));
  }

  /** Removes a connection that has ended. */
  remove(connection: PresentConnection): void {
    const { organizationId } = connection.principal;
    for (const room of this.entered.get(connection) ?? []) this.presence.leave({ organizationId, room }, connection);
    this.entered.delete(connection);
    this.tellOthers();
  }

  private hear(payload: string): void {
    try {
      this.presence.hear(JSON.parse(payload) as PresenceMessage, performance.now());
      this.tellOthers();
    } catch (error) {
      // A process of a different release may use another format.
      this.logger.warn(`a presence message was not understood: ${String(error)}`);
    }
  }

  /** Sends messages one after the other, so that they arrive in order. */
  private tellOthers(): void {
    if (!this.presence.hasUntold) return;
    this.sending ??= this.sendAll()
      .catch((error: unknown) => this.logger.warn(`sharing presence failed: ${String(error)}`))
      .finally(() => (this.sending = null));
  }

  private async sendAll(): Promise<void> {
    // Combines the changes within one turn of the event loop.
    await Promise.resolve();
    for (let next; (next = this.presence.nextMessage(socketLimits.presenceBytes)) !== null;) await this.send(next);
  }

  private async send(message: PresenceMessage): Promise<void> {
    await this.pool.query({
      name: 'tell-presence',
      text: `select pg_notify('tamis_presence', $1)`,
      values: [JSON.stringify(message)],
    });
  }
}
