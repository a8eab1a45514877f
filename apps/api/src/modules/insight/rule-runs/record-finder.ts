import { Injectable } from '@nestjs/common';

import { invalid } from '../../../platform/http/index.js';
import { EvaluatedEntities } from '../../parties/entities/index.js';
import type { RecordSource, StoredRecord, RecordType } from '../../decisions/evaluations/index.js';
import { TransactionRecordSource } from '../../events/transactions/index.js';
import { UserEventRecordSource } from '../../events/user-events/index.js';

/** Identifies a record by exactly one id. */
export interface RecordReference {
  readonly entityId?: string | null;
  readonly transactionId?: string | null;
  readonly userEventId?: string | null;
}

const idMembers = ['entityId', 'transactionId', 'userEventId'] as const;

/** Finds the records on which rules can be evaluated. */
@Injectable()
export class RecordFinder {
  private readonly sourceByMember: Readonly<Record<(typeof idMembers)[number], RecordSource>>;

  constructor(
    private readonly entities: EvaluatedEntities,
    private readonly transactions: TransactionRecordSource,
    private readonly userEvents: UserEventRecordSource,
  ) {
    this.sourceByMember = { entityId: entities, transactionId: transactions, userEventId: userEvents };
  }

  /** Throws 400 unless exactly one id is given, and 404 if the record does not exist. `at` is the position of the ids in the body. */
  find(organizationId: string, names: RecordReference, at = ''): Promise<StoredRecord> {
    const given = idMembers.filter((member) => names[member] != null);
    const [member] = given;
    if (!member || given.length > 1)
      throw invalid({ [`${at}entityId`]: `give exactly one of ${idMembers.join(', ')}` });
    return this.sourceByMember[member].find(organizationId, names[member]!);
  }

  sourceFor(recordType: RecordType): RecordSource {
    if (recordType === 'transaction') return this.transactions;
    return recordType === 'user_event' ? this.userEvents : this.entities;
  }
}
