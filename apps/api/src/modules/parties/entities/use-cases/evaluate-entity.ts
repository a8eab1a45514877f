import { Injectable } from '@nestjs/common';

import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { RawJson, stringifyJson } from '../../../../platform/http/index.js';
import {
  analysisExecutedEntry,
  announcedSummary,
  type EntityPartsById,
  type EvaluatedRequest,
  type IsChanged,
  evaluationResponse,
  type EvaluationResponse,
  evaluationEvents,
  evaluationTypeOf,
  type EvaluationReport,
  EvaluateRecord,
  type EvaluationSubject,
  maskedResponse,
  storeEvaluation,
  storeForFollowUp,
  withParts,
} from '../../../decisions/evaluations/index.js';
import { isParty, partyTypes, type PartyType } from '../domain/entity-enumerations.js';
import { toEntityRisk } from '../domain/entity-risk.js';
import { entityRiskUpdate } from '../persistence/entity-risk-writer.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow } from '../persistence/entity-writer.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';

export interface EntityEvaluationRequest {
  readonly principal: Principal;
  /** `created`, `updated`, `status_changed`, `manual` … */
  readonly trigger: string;
  /** Ids of matrices named in the request; if empty, those of the entity are used, or otherwise those of the organization. */
  readonly matrixIds: readonly string[];
  /** For an update: what it changed. */
  readonly isChanged?: IsChanged | undefined;
}

/** Result of the rules for an entity. */
export interface EntityEvaluation {
  /** The row as it is now stored. */
  readonly row: EntityRow;
  readonly report: EvaluationReport;
  /** `rulesResult` and `rulesExecutionSummary`, as far as the caller may see them. */
  readonly answer: EvaluationResponse;
  /** For the audit trail, which is written last. */
  readonly entries: readonly AuditEntry[];
}

/** Evaluates rules on people and companies. */
@Injectable()
export class EvaluateEntity {
  constructor(private readonly rules: EvaluateRecord) {}

  /** Returns those of the triggers on which rules may run for an entity: for the others, `evaluateStored` would have no result. */
  reactions(client: Transaction, organizationId: string, triggers: readonly string[]): Promise<ReadonlySet<string>> {
    return this.rules.reactions(client, organizationId, partyTypes, triggers);
  }

  /**
   * Evaluates the rules on an entity as it is stored in the caller's transaction, and stores the evaluation with its results for the
   * entity. Returns `null` if rules do not support such records, or none are to be run before the response. Throws 422 for a named matrix
   * that does not run.
   */
  async evaluate(
    client: Transaction,
    row: EntityRow,
    { principal, trigger, matrixIds, isChanged }: EntityEvaluationRequest,
  ): Promise<EntityEvaluation | null> {
    const { type } = row;
    if (!isParty(type)) return null;
    const report = await this.rules.evaluate(client, {
      subject: toEntitySubject(row, type, new Date()),
      trigger,
      matrices: { named: matrixIds, assigned: row.riskMatrixIds },
      isChanged,
    });
    return this.store(client, row, principal, report);
  }

  /**
   * Like `evaluate`, for new entities that name their own matrices, in order; those without rules are left out. Throws if the order would
   * have changed a result.
   */
  async evaluateCreated(
    client: Transaction,
    principal: Principal,
    rows: readonly EntityRow[],
  ): Promise<readonly EntityEvaluation[]> {
    const parties = rows.flatMap((row) => (isParty(row.type) ? [{ row, type: row.type }] : []));
    if (parties.length === 0) return [];
    const requests = parties.map(({ row, type }) => ({
      subject: toEntitySubject(row, type, new Date()),
      trigger: 'created',
      matrices: { named: row.riskMatrixIds, assigned: row.riskMatrixIds },
    }));
    const evaluations: EntityEvaluation[] = [];
    const storeTurn = async (turn: readonly EvaluatedRequest[]): Promise<void> => {
      for (const { index, report } of turn) {
        const stored = await this.store(client, parties[index]!.row, principal, report);
        if (stored) evaluations.push(stored);
      }
    };
    await this.rules.evaluateAll(client, requests, storeTurn, true);
    return evaluations;
  }

  /** Stores an evaluation with its results for the entity. Returns `null` if no rules are to be run before the response. */
  private async store(
    client: Transaction,
    row: EntityRow,
    principal: Principal,
    report: EvaluationReport,
  ): Promise<EntityEvaluation | null> {
    const { organizationId, id } = row;
    const { requestId } = principal.from;
    const origin = { type: evaluationTypeOf(report), requestId, triggeredBy: principal.actor.id } as const;
    if (report.decided.outcome.evaluated.length === 0) {
      if (report.isFollowed) await storeForFollowUp(client, report, origin);
      return null;
    }
    const risk = toEntityRisk(report);
    const answer = evaluationResponse(report);
    await storeEvaluation(client, report, {
      origin,
      events: evaluationEvents(report, announcedSummary(report)),
      record: entityRiskUpdate(organizationId, id, risk),
    });
    // A rule about an entity cannot set the status of another one.
    const isMoved = report.applied.entries.some(({ event }) => event === 'entity_status_changed');
    const after = isMoved ? await lockEntityRow(client, organizationId, { id }) : { ...row, ...risk };
    const entries = [...report.applied.entries, analysisExecutedEntry(report)];
    return { row: after!, report, answer: maskedResponse(principal, report, answer), entries };
  }

  /** Like `evaluate`, for a stored entity. Also returns `null` if there is none, or it is deleted. */
  async evaluateStored(
    client: Transaction,
    entityId: string,
    request: EntityEvaluationRequest,
  ): Promise<EntityEvaluation | null> {
    const row = await lockEntityRow(client, request.principal.organizationId, { id: entityId });
    return row && this.evaluate(client, row, request);
  }
}

/** Returns a stored entity in the form in which rules are evaluated on it. */
export function toEntitySubject(row: EntityRow, recordType: PartyType, now: Date): EvaluationSubject {
  const { organizationId, id, externalId, type, name, taxId, countryCode, riskScore, status } = row;
  const contextWith = (parts: EntityPartsById): string =>
    stringifyJson(
      withParts(
        toEntityRecord(row, (json) => new RawJson(json)),
        parts,
      ),
    );
  return {
    organizationId,
    recordType,
    recordId: id,
    externalId,
    contextJson: contextWith(new Map()),
    contextWith,
    shown: { id, type, name, taxId, externalId },
    entity: { id, externalId, type, name, taxId, countryCode, riskScore, status },
    entityIds: [id],
    now,
  };
}
