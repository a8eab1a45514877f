import { AuditRepository } from '../../../../platform/audit/index.js';
import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid } from '../../../../platform/http/index.js';
import { findRuleHits, findScores } from '../../../decisions/evaluations/index.js';
import { findCompletedRequests } from '../../../enrichment/executions/index.js';
import { findCreatedTransactions } from '../../../events/transactions/index.js';
import { findCreatedEntities, findEntitiesById } from '../../../parties/entities/index.js';
import { type Automation, type JsonObject, triggerOf, type TriggerType } from '../../definitions/index.js';
import { auditedTriggers } from '../domain/audited-triggers.js';
import { isNarrowed, passesTrigger, withEntity } from '../domain/event-subject.js';
import type { ExecutionSubject } from '../domain/execution.js';

export interface Period {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly limit: number;
}

/** An event that would have started an automation. */
export interface PastEvent {
  readonly at: Date;
  readonly subject: ExecutionSubject;
  /** The data that trigger settings refer to, as far as it is still stored. */
  readonly payload: JsonObject;
}

type Find = (organizationId: string, period: Period) => Promise<readonly PastEvent[]>;

const subjectNames = ['entityId', 'transactionId', 'userEventId', 'alertId', 'investigationId'] as const;

/** Reconstructs events of a period from stored rows, since the outbox is deleted after a day. */
@Injectable()
export class PastEvents {
  private readonly finders: Readonly<Partial<Record<TriggerType, Find>>> = {
    entity_created: async (organizationId, period) =>
      (await findCreatedEntities(this.client(organizationId), organizationId, period)).map(({ id, at }) => ({
        ...{ at, subject: { entityId: id }, payload: {} },
      })),
    transaction_created: async (organizationId, period) =>
      (await findCreatedTransactions(this.client(organizationId), organizationId, period)).map(({ id, at }) => ({
        ...{ at, subject: { transactionId: id }, payload: {} },
      })),
    enrichment_completed: async (organizationId, period) =>
      (await findCompletedRequests(this.client(organizationId), organizationId, period)).map(({ entityId, at }) => ({
        ...{ at, subject: { entityId }, payload: {} },
      })),
    risk_score_changed: async (organizationId, period) =>
      (await findScores(this.client(organizationId), organizationId, period)).map(
        ({ entityId, at, riskScore, before }) => ({
          ...{ at, subject: { entityId }, payload: { riskScore, previousRiskScore: before } },
        }),
      ),
    rule_triggered: async (organizationId, period) =>
      (await findRuleHits(this.client(organizationId), organizationId, period)).map(({ at, ruleId, ...subject }) => ({
        ...{ at, subject, payload: { ruleId } },
      })),
  };

  constructor(
    private readonly database: TenantDatabase,
    private readonly audit: AuditRepository,
  ) {}

  /** Returns the events that would have started the automation, oldest first. Throws 400 for a trigger without stored history. */
  async find(
    { organizationId, triggerType, triggerConfig }: Automation,
    period: Period,
  ): Promise<readonly PastEvent[]> {
    const find = this.finders[triggerType] ?? (auditedTriggers[triggerType] && this.audited(triggerType));
    if (!find)
      throw invalid({ history: `there is no stored history of ${triggerType}; test it on a record or a sample` });
    const isAboutSome = isNarrowed(triggerConfig);
    if (isAboutSome && triggerOf(triggerType).about[0] === 'transaction')
      throw invalid({
        history: `the entityTypes and countries of past ${triggerType} events are not stored; test it without them`,
      });
    const found = await find(organizationId, period);
    const told = isAboutSome ? await this.withEntities(organizationId, found) : found;
    return told.filter(({ payload }) => passesTrigger(triggerType, triggerConfig, payload));
  }

  private client(organizationId: string) {
    return this.database.forOrganization(organizationId);
  }

  private audited(triggerType: TriggerType): Find {
    const { events, resource, isMove = false } = auditedTriggers[triggerType]!;
    return async (organizationId, { from, to, limit }) => {
      const last = new Date(to.getTime() - 1);
      const filter = { event: events, from: from.toISOString(), to: last.toISOString(), sortOrder: 'asc' } as const;
      const found: PastEvent[] = [];
      for await (const part of this.audit.streamAll(organizationId, filter, limit)) {
        for (const stored of part) {
          const entry = JSON.parse(stored.content) as AuditContent;
          if (!isMove || entry.changes['status']) found.push(toPastEvent(entry, resource));
        }
        if (found.length >= limit) break;
      }
      return found.slice(0, limit);
    };
  }

  private async withEntities(organizationId: string, found: readonly PastEvent[]): Promise<readonly PastEvent[]> {
    const ids = [...new Set(found.flatMap(({ subject: { entityId } }) => (entityId === undefined ? [] : [entityId])))];
    const entities = await findEntitiesById(this.client(organizationId), organizationId, ids);
    return found.map((event) => ({
      ...event,
      payload: withEntity(event.payload, entities.get(event.subject.entityId ?? '')),
    }));
  }
}

/** The parts of an audit entry that are used here. */
interface AuditContent {
  readonly resourceId: string;
  readonly timestamp: string;
  readonly changes: Readonly<Record<string, { readonly previous?: unknown; readonly current?: unknown }>>;
  readonly relatedIds: Readonly<Record<string, string>>;
}

function toPastEvent(
  { resourceId, timestamp, changes, relatedIds }: AuditContent,
  resource: keyof ExecutionSubject | null,
): PastEvent {
  const related = subjectNames.flatMap((name) => (relatedIds[name] === undefined ? [] : [[name, relatedIds[name]]]));
  const { previous, current } = changes['status'] ?? {};
  return {
    at: new Date(timestamp),
    subject: { ...(Object.fromEntries(related) as ExecutionSubject), ...(resource && { [resource]: resourceId }) },
    payload: { previousStatus: previous, status: current, ruleId: relatedIds['ruleId'] },
  };
}
