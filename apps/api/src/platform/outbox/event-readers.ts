import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { ConflictError, type Queryable, type Transaction } from '../database/index.js';
import { isWrittenSinceSql } from './read-outbox.js';

/** Who reads the outbox. */
const kinds = ['automations', 'sockets', 'webhooks'] as const;

const lockKeySql = `hashtextextended('event readers ' || $1::text, 0)`;

/**
 * Called first in the transaction that says that somebody reads what an organization announces. It waits for those under way that announce
 * nothing, as they found nobody; what is committed once it is over, is announced.
 */
export const beginReading = (client: Transaction, organizationId: string): void =>
  client.enqueue({
    name: 'event-reader-begin',
    text: `select pg_advisory_xact_lock(${lockKeySql})`,
    values: [organizationId],
  });

/**
 * Whether anybody reads what an organization announces. A payment announces several times its own size; where nobody would be told, that
 * is not written down: readers begin with what happens after they began, and the outbox is no history.
 */
@Injectable()
export class EventReaders {
  private readonly conditions = new Map<(typeof kinds)[number], string>();
  private readonly positions: string[] = [];

  constructor(private readonly config: AppConfig) {}

  /**
   * `condition`: SQL, true where the organization `$1` has readers of this kind; the transaction is the organization's. `position`: of readers
   * whose events wait for them, SQL that selects as `snapshot` what they have read.
   */
  add(kind: (typeof kinds)[number], condition: string, position?: string): void {
    this.conditions.set(kind, condition);
    if (position !== undefined) this.positions.push(position);
  }

  /** SQL: whether somebody of the organization `$1` has still to read a row of the outbox. */
  isUnreadSql(row: string): string {
    const of = (position: string): string =>
      `exists (select from (${position}) p where ${isWrittenSinceSql(row, 'p.snapshot::pg_snapshot')})`;
    return this.positions.map(of).join(' or ') || 'false';
  }

  /** Whether somebody reads in this way, whatever the settings say of others: of events that nobody else is told of. */
  async isReadBy(kind: (typeof kinds)[number], client: Queryable, organizationId: string): Promise<boolean> {
    const { rows } = await client.query<{ readonly found: boolean }>({
      name: `event-readers-${kind}`,
      text: `select ${this.conditions.get(kind) ?? 'false'} as found`,
      values: [organizationId],
    });
    return rows[0]!.found;
  }

  /**
   * To be asked in the transaction that may announce something. Whoever reads before it is committed is found, or waits until then; where
   * it is not known how one of the kinds reads, somebody does. Nobody waits for a transaction that others joined, which can be long: it
   * asks again at its end, and throws `ConflictError` where somebody has begun to read.
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

  /** If not, there are none until the transaction ends. Whoever is about to begin is not waited for, and taken for a reader. */
  private async areAnyUntilCommit(client: Transaction, organizationId: string): Promise<boolean> {
    // A statement of its own: the next one has to see what was committed before the lock was free.
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
