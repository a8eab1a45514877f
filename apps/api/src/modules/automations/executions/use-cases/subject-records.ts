import { Injectable } from '@nestjs/common';

import { hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { EvaluableRecord, RecordSource, RecordType, UnsavedRecord } from '../../../decisions/evaluations/index.js';
import { TransactionRecordSource } from '../../../events/transactions/index.js';
import { UserEventRecordSource } from '../../../events/user-events/index.js';
import { EvaluatedEntities, findEntitiesById } from '../../../parties/entities/index.js';
import type { ConditionSubject, JsonObject } from '../../definitions/index.js';
import type { ExecutionSubject, LeasedExecution } from '../domain/execution.js';

const reads: Readonly<Record<RecordType, readonly Permission[]>> = {
  person: ['entities:read'],
  company: ['entities:read'],
  transaction: ['transactions:read', 'entities:read'],
  user_event: ['events:read', 'entities:read'],
};

const memberOf = { entity: 'entityId', transaction: 'transactionId', user_event: 'userEventId' } as const;

/** Finds the records that executions concern. */
@Injectable()
export class SubjectRecords {
  private readonly sources: Readonly<Record<ConditionSubject, RecordSource>>;

  constructor(
    private readonly database: TenantDatabase,
    entities: EvaluatedEntities,
    transactions: TransactionRecordSource,
    userEvents: UserEventRecordSource,
  ) {
    this.sources = { entity: entities, transaction: transactions, user_event: userEvents };
  }

  /** Returns the first existing record for conditions, or `null` if there is none, or rules do not support it. */
  async find(
    { organizationId, trigger }: { readonly organizationId: string; readonly trigger: ExecutionSubject },
    about: readonly ConditionSubject[],
  ): Promise<EvaluableRecord | null> {
    const subject = about.find((each) => trigger[memberOf[each]] !== undefined);
    if (!subject) return null;
    try {
      return await this.sources[subject].find(organizationId, trigger[memberOf[subject]]!);
    } catch (error) {
      // A payment method is an entity that conditions do not support.
      if (error instanceof ApiError && error.status < 500) return null;
      throw error;
    }
  }

  /** Throws 404 for a record that does not exist. */
  require(organizationId: string, { entityId, transactionId }: ExecutionSubject): Promise<EvaluableRecord> {
    return entityId === undefined
      ? this.sources.transaction.find(organizationId, transactionId!)
      : this.sources.entity.find(organizationId, entityId);
  }

  /** Returns what the event of a record would contain, as far as rules read it; nothing if the caller may not read all of that. */
  async told(principal: Principal, { recordType, lock }: EvaluableRecord): Promise<JsonObject> {
    const needed = [...reads[recordType], 'entities:read_sensitive'] as const;
    if (!needed.every((permission) => hasPermission(principal.scopes, permission))) return {};
    const { subject } = await this.database.transaction(principal.organizationId, lock);
    const context = JSON.parse(subject.contextJson) as JsonObject;
    const isParty = recordType === 'person' || recordType === 'company';
    return isParty ? { ...context, entity: context } : context;
  }

  /** Reads sent data as a record; returns `null` if it is not a record. */
  async readSample(
    organizationId: string,
    about: ConditionSubject,
    sent: UnsavedRecord,
  ): Promise<EvaluableRecord | null> {
    try {
      return await this.sources[about].read(organizationId, sent);
    } catch (error) {
      if (error instanceof ApiError && error.status < 500) return null;
      throw error;
    }
  }

  /** Returns the ids of newly taken executions whose entity has since been deleted. */
  async findGone(
    client: Transaction,
    organizationId: string,
    executions: readonly LeasedExecution[],
  ): Promise<ReadonlySet<string>> {
    const taken = executions.filter(({ isFresh, trigger }) => isFresh && trigger.entityId !== undefined);
    if (taken.length === 0) return new Set();
    const ids = [...new Set(taken.map(({ trigger }) => trigger.entityId!))];
    const there = await findEntitiesById(client, organizationId, ids);
    return new Set(taken.filter(({ trigger }) => !there.has(trigger.entityId!)).map(({ id }) => id));
  }
}
