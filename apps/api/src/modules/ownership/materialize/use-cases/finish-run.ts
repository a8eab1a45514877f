import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import {
  ChangeEntity,
  type EntityEvaluation,
  type ErasedEntity,
  ErasedWithEntities,
  EvaluateEntity,
  lockEntities,
} from '../../../parties/entities/index.js';
import { completedEvent, failedEvent, userIdOf } from '../domain/materialize-events.js';
import type { MaterializeRun, RootEvaluation, RunOutcome, RunProblem } from '../domain/materialize-run.js';
import { outcomeOf } from '../domain/run-outcome.js';
import { readNodes } from '../persistence/node-store.js';
import { eraseIdentities } from '../persistence/partner-identities.js';
import { endRun, eraseRuns, lockOpenRun } from '../persistence/run-store.js';
import { endUntoldEdges } from './end-edges.js';

/**
 * Ends a run once, after all its nodes have ended or when its root is deleted: sets the status of the root, evaluates its rules and reports
 * the result.
 */
@Injectable()
export class FinishRun {
  constructor(
    private readonly database: TenantDatabase,
    private readonly changing: ChangeEntity,
    private readonly rules: EvaluateEntity,
    erased: ErasedWithEntities,
  ) {
    erased.register((client, entity) => erase(client, entity));
  }

  /** `problem` is the reason why the run failed; `null` if it did not fail. */
  async finish(principal: Principal, run: MaterializeRun, problem: RunProblem | null): Promise<void> {
    await this.setStatus(principal, run);
    const { organizationId } = principal;
    await this.database.transaction(organizationId, async (client) => {
      // A transaction that deletes the root holds it, and then ends the run.
      if (!(await lockEntities(client, organizationId, [run.rootEntityId])).has(run.rootEntityId)) return;
      const open = await lockOpenRun(client, organizationId, run.id);
      if (open) await this.finishIn(client, principal, open, problem);
    });
  }

  private async finishIn(
    client: Transaction,
    principal: Principal,
    run: MaterializeRun,
    problem: RunProblem | null,
  ): Promise<void> {
    const { organizationId } = principal;
    const nodes = await readNodes(client, organizationId, run.id);
    const entries: AuditEntry[] = [];
    // If partners were left out, it is unknown whether they are still partners.
    if (run.leftOut === 0 && !problem)
      entries.push(...(await endUntoldEdges(client, organizationId, nodes, new Date())));
    const rules = problem ? null : await this.evaluate(client, principal, run);
    const counted = outcomeOf(run, nodes);
    const outcome: RunOutcome = {
      ...counted,
      error: [counted.error, rules?.error].filter((text) => text != null).join('. ') || null,
      evaluation: rules?.evaluation ?? null,
    };
    await endRun(client, organizationId, run.id, { outcome, problem });
    const { rootEntityId, askedBy } = run;
    await writeEvents(client, [
      problem
        ? failedEvent(organizationId, rootEntityId, problem, userIdOf(askedBy))
        : completedEvent(organizationId, rootEntityId, outcome),
    ]);
    const own = problem ? [] : [materializedEntry(rootEntityId, outcome)];
    await recordAudit(client, byPrincipal(askedBy), [...entries, ...own, ...(rules?.entries ?? [])]);
  }

  private async evaluate(
    client: Transaction,
    principal: Principal,
    { rootEntityId, options }: MaterializeRun,
  ): Promise<{
    readonly evaluation: RootEvaluation | null;
    readonly entries: readonly AuditEntry[];
    readonly error?: string;
  } | null> {
    if (!options.rules) return null;
    const { trigger, matrixIds } = options.rules;
    try {
      const run = await this.rules.evaluateStored(client, rootEntityId, { principal, trigger, matrixIds });
      return run && { evaluation: toRootEvaluation(run), entries: run.entries };
    } catch (error) {
      // The matrix has been archived since it was named.
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      return { evaluation: null, entries: [], error: `The rules could not be evaluated: ${error.message}` };
    }
  }

  /** A root that was created automatically is `not_started` until now. A status that was changed meanwhile is not overwritten. */
  private async setStatus(
    principal: Principal,
    { rootEntityId: id, options: { status } }: MaterializeRun,
  ): Promise<void> {
    if (status === null) return;
    await this.changing
      .change(
        principal,
        { id },
        (row) =>
          row.status === 'not_started'
            ? { status, reason: 'as requested by the automatic creation', skipRulesExecution: true }
            : { skipRulesExecution: true },
        new Date(),
      )
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'NOT_FOUND') throw error;
      });
  }
}

/** Erases what is stored about a deleted entity: its identities as a partner, and its runs, which end as a result. */
async function erase(client: Transaction, { organizationId, id }: ErasedEntity): Promise<void> {
  await eraseIdentities(client, organizationId, id);
  const open = await eraseRuns(client, organizationId, id);
  const problem = { code: 'ENTITY_NOT_FOUND', message: 'The entity was deleted in the meantime' } as const;
  await writeEvents(
    client,
    open.map(({ userId }) => failedEvent(organizationId, id, problem, userId)),
  );
}

const toRootEvaluation = ({ report: { decided }, answer }: EntityEvaluation): RootEvaluation => ({
  evaluationId: decided.run.evaluationId,
  ruleSetVersion: decided.set.version,
  decision: decided.outcome.decision,
  response: answer,
});

const materializedEntry = (entityId: string, { created, relationshipsCreated }: RunOutcome): AuditEntry => ({
  event: 'entity_relationships_materialized',
  resourceType: 'entity',
  resourceId: entityId,
  summary: `${created.length} entities and ${relationshipsCreated} relationships were created from its partners`,
  changes: creationChanges({ entitiesCreated: created.length, relationshipsCreated }),
  relatedIds: { entityId },
});
