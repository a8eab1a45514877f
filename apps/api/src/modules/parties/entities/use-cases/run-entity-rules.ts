import { Injectable } from '@nestjs/common';

import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { TransactionClient } from '../../../../platform/database/index.js';
import { RawJson, stringifyJson } from '../../../../platform/http/index.js';
import {
  analysisExecuted,
  type EntityAccounts,
  type IsChanged,
  runAnswer,
  type RunAnswer,
  runEvents,
  type RunReport,
  RunRules,
  type RunSubject,
  shownAnswer,
  storeRun,
  withAccounts,
} from '../../../decisions/evaluations/index.js';
import { isParty, type PartyType } from '../domain/entity-enumerations.js';
import { entityRisk } from '../domain/evaluated-entity.js';
import { entityRiskUpdate } from '../persistence/entity-risk-writer.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockRow } from '../persistence/entity-writer.js';
import { recordOf } from '../persistence/record-of.js';
import { setStatusByRule } from './set-status-by-rule.js';

export interface EntityRunRequest {
  readonly principal: Principal;
  /** `created`, `updated`, `status_changed`, `manual` … */
  readonly trigger: string;
  /** Ids of matrices that the request names; empty: those of the entity, else those of the organization. */
  readonly matrixIds: readonly string[];
  /** Of an update: what it changed. */
  readonly isChanged?: IsChanged | undefined;
}

/** What rules made of an entity. */
export interface EntityRun {
  /** The row as it is stored now. */
  readonly row: EntityRow;
  readonly report: RunReport;
  /** `rulesResult` and `rulesExecutionSummary`, as the caller may see them. */
  readonly answer: RunAnswer;
  /** For the audit trail, which is written last. */
  readonly entries: readonly AuditEntry[];
}

/** Runs rules on people and companies. */
@Injectable()
export class RunEntityRules {
  constructor(private readonly rules: RunRules) {}

  /**
   * Runs the rules on an entity as it is stored in the caller's transaction, and stores with the run what it left on the entity. Null:
   * rules run on no such record, or none was to be run. Throws 422 for a named matrix that does not run.
   */
  async run(
    client: TransactionClient,
    row: EntityRow,
    { principal, trigger, matrixIds, isChanged }: EntityRunRequest,
  ): Promise<EntityRun | null> {
    const { organizationId, id, type } = row;
    if (!isParty(type)) return null;
    const report = await this.rules.run(client, {
      subject: entitySubject(row, type, new Date()),
      trigger,
      matrices: { named: matrixIds, assigned: row.riskMatrixIds },
      setEntityStatus: setStatusByRule,
      isChanged,
    });
    if (report.decided.outcome.evaluated.length === 0) return null;
    const kind = trigger === 'manual' ? 'MANUAL' : 'RULES';
    const risk = entityRisk(report, kind);
    const answer = runAnswer(report);
    await storeRun(client, report, {
      by: { type: kind, requestId: principal.from.requestId, triggeredBy: principal.actor.id },
      events: runEvents(report, answer.rulesExecutionSummary),
      record: entityRiskUpdate(organizationId, id, risk),
    });
    // A rule about an entity can set the status of no other.
    const isMoved = report.applied.entries.some(({ event }) => event === 'entity_status_changed');
    const after = isMoved ? await lockRow(client, organizationId, { id }) : { ...row, ...risk };
    const entries = [...report.applied.entries, analysisExecuted(report)];
    return { row: after!, report, answer: shownAnswer(principal, report, answer), entries };
  }
}

/** An entity as it is stored, as rules are run on it. */
export function entitySubject(row: EntityRow, recordType: PartyType, now: Date): RunSubject {
  const { organizationId, id, externalId, type, name, taxId, countryCode, riskScore, status } = row;
  const contextWith = (accounts: EntityAccounts): string =>
    stringifyJson(
      withAccounts(
        recordOf(row, (json) => new RawJson(json)),
        accounts,
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
