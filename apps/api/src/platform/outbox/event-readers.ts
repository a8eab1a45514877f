import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { ConflictError, type Queryable, type Transaction } from '../database/index.js';
import { isWrittenSinceSql } from './read-outbox.js';

/** Kinds of readers of the outbox. */
const kinds = ['automations', 'sockets', 'webhooks'] as const;

const lockKeySql = `hashtextextended('event readers ' || $1::text, 0)`;

/**
 * Must be called first in a transaction that registers a reader for an organization's events. It waits for transactions in progress that
 * found no reader and therefore write no events. Everything committed after it is announced.
 */
export const beginReading = (client: Transaction, organizationId: string): void =>
  client.enqueue({
    name: 'event-reader-begin',
    text: `select pg_advisory_xact_lock(${lockKeySql})`,
    values: [organizationId],
  });

/**
 * Determines whether anyone reads the events of an organization. The events of a payment take several times its own size, so they are not
 * written if nobody would receive them: readers start with what happens after they began, and the outbox does not serve as a history.
 */
@Injectable()
export class EventReaders {
  private readonly conditions = new Map<(typeof kinds)[number], string>();
  private readonly positions: string[] = [];

  constructor(private readonly config: AppConfig) {}

  /**
   * Registers a kind of readers. `condition` is SQL that is true if the organization `$1` has such readers, in a transaction of the
   * organization. `position` is given for readers whose events are kept until read: SQL that selects, as `snapshot`, what they have read.
   */
  add(kind: (typeof kinds)[number], condition: string, position?: string): void {
    this.conditions.set(kind, condition);
    if (position !== undefined) this.positions.push(position);
  }

  /** SQL: whether a reader of the organization `$1` still has to read a row of the outbox. */
  isUnreadSql(row: string): string {
    const of = (position: string): string =>
      `exists (select from (${position}) p where ${isWrittenSinceSql(row, 'p.snapshot::pg_snapshot')})`;
    return this.positions.map(of).join(' or ') || 'false';
  }

  /** Whether there are readers of this kind, regardless of the settings for others. For events that only this kind receives. */
  async isReadBy(kind: (typeof kinds)[number], client: Queryable, organizationId: string): Promise<boolean> {
    const { rows } = await client.query<{ readonly found: boolean }>({
      name: `event-readers-${kind}`,
      text: `select ${this.conditions.get(kind) ?? 'false'} as found`,
      values: [organizationId],
    });
    return rows[0]!.found;
  }

  /**
   * Must be called in the transaction that may write events. Readers that begin before it commits are found, or wait until then. If one of
   * the kinds is not registered, readers are assumed to exist. In a transaction that others may join, which can be long, nobody has to
   * wait: the check is repeated at its end, and throws `ConflictError` if someone has begun to read.
   */
  async areAny(client: Transaction, organizationId: string): Promise<boolean> {
    if (this.config.outboxEvents === 'all' || this.conditions.size < kinds.length) return true;
    if (!client.isJoinable) return this.areAnyUntilCommit(client, organizationId);
    const found = await this.find(client, organizationId);
    if (!found) await client.atCommit(organizationId, [null], this.assertNone);
    return found;
  }

  private readonly assertNone = async (client: Transaction, organizationId: string): Promise<void> => {
    if (await this.areAnyUntilCommit(client, organizationId)) throw new ConflictError('somebody began to read events');
  };

  /**
   * If it returns `false`, there are no readers until the transaction ends. A reader that is about to begin is not waited for, but counted
   * as a reader.
   */
  private async areAnyUntilCommit(client: Transaction, organizationId: string): Promise<boolean> {
    // This must be a separate statement: the next one has to see what was committed before the lock was free.
    const locked = client.query<{ readonly held: boolean }>({
      name: 'event-readers-lock',
      text: `select pg_try_advisory_xact_lock_shared(${lockKeySql}) as held`,
      values: [organizationId],
    });
    const [{ rows }, found] = await Promise.all([locked, this.find(client, organizationId)]);
    return !rows[0]!.held || found;
  }

  private async find(client: Queryable, organizationId: string): Promise<boolean> {
    const { rows } = await client.query<{ readonly found: boolean }>({
      name: 'event-readers',
      text: `select ${[...this.conditions.values()].join(' or ')} as found`,
      values: [organizationId],
    });
    return rows[0]!.found;
  }
}
