import { Injectable } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import type { Queryable } from '../database/index.js';

/** Who reads the outbox. */
const kinds = ['automations', 'sockets', 'webhooks'] as const;

/**
 * Whether anybody reads what an organization announces. A payment announces several times its own size; where nobody would be told, that
 * is not written down: readers begin with what happens after they began, and the outbox is no history.
 */
@Injectable()
export class EventReaders {
  private readonly conditions = new Map<(typeof kinds)[number], string>();

  constructor(private readonly config: AppConfig) {}

  /** `condition`: SQL, true where the organization `$1` has readers of this kind; the transaction is the organization's. */
  add(kind: (typeof kinds)[number], condition: string): void {
    this.conditions.set(kind, condition);
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
   * To be asked in the transaction that may announce something. Who began to read before what is announced was asked for is found; where
   * it is not known how one of the kinds reads, somebody does.
   */
  async areAny(client: Queryable, organizationId: string): Promise<boolean> {
    if (this.config.outboxEvents === 'all' || this.conditions.size < kinds.length) return true;
    const { rows } = await client.query<{ readonly found: boolean }>({
      name: 'event-readers',
      text: `select ${[...this.conditions.values()].join(' or ')} as found`,
      values: [organizationId],
    });
    return rows[0]!.found;
  }
}
