import { Injectable } from '@nestjs/common';

import { invalid } from '../../../platform/http/index.js';
import { EvaluatedEntities } from '../../parties/entities/index.js';
import type { EvaluatedRecords, FoundRecord, RecordType } from '../../decisions/evaluations/index.js';
import { EvaluatedTransactions } from '../../events/transactions/index.js';
import { EvaluatedUserEvents } from '../../events/user-events/index.js';

/** A record by its one id. */
export interface NamedRecord {
  readonly entityId?: string | null;
  readonly transactionId?: string | null;
  readonly userEventId?: string | null;
}

const members = ['entityId', 'transactionId', 'userEventId'] as const;

/** Finds the records that rules can be run on. */
@Injectable()
export class RecordFinder {
  private readonly named: Readonly<Record<(typeof members)[number], EvaluatedRecords>>;

  constructor(
    private readonly entities: EvaluatedEntities,
    private readonly transactions: EvaluatedTransactions,
    private readonly userEvents: EvaluatedUserEvents,
  ) {
    this.named = { entityId: entities, transactionId: transactions, userEventId: userEvents };
  }

  /** Throws 400 where not exactly one id is given, 404 for a record that does not exist. `at`: where the ids stand in the body. */
  one(organizationId: string, names: NamedRecord, at = ''): Promise<FoundRecord> {
    const given = members.filter((member) => names[member] != null);
    const [member] = given;
    if (!member || given.length > 1) throw invalid({ [`${at}entityId`]: `give exactly one of ${members.join(', ')}` });
    return this.named[member].find(organizationId, names[member]!);
  }

  byType(recordType: RecordType): EvaluatedRecords {
    if (recordType === 'transaction') return this.transactions;
    return recordType === 'user_event' ? this.userEvents : this.entities;
  }
}
