import type { AppliedActions, Context, Facts, EvaluationParams, EvaluationOutcome } from '@tamis/engine';

import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { EvaluationRow } from './evaluation-row.js';
import { toRuleTrigger } from './effect-origin.js';
import type { EvaluationResult } from './evaluation-report.js';
import { targetByRecordType } from './evaluation-subject.js';

/** A stored evaluation with the rule set that decided it. */
export interface StoredEvaluation {
  readonly row: EvaluationRow;
  /** Id of the batch to which its payment belongs. */
  readonly batchJobId: string | null;
  readonly decided: EvaluationResult;
  readonly applied: AppliedActions;
  readonly context: Context;
  readonly facts: Facts;
}

export function toStoredEvaluation(
  row: EvaluationRow,
  set: LoadedRuleSet,
  batchJobId: string | null = null,
): StoredEvaluation {
  const outcome = JSON.parse(row.outcome) as EvaluationOutcome;
  const target = targetByRecordType[row.recordType];
  const run: EvaluationParams = {
    evaluationId: row.id,
    target,
    trigger: toRuleTrigger(target, row.trigger),
    now: row.now.getTime(),
    // All executed matrices, regardless of what selected them.
    matrices: outcome.executed ?? (outcome.matrices ?? []).map(({ matrix }) => matrix),
    stage: row.stage,
  };
  return {
    row,
    batchJobId,
    decided: {
      set,
      run,
      outcome,
      context: row.context,
      facts: row.facts,
      ...(row.ruleId !== null && { ruleId: row.ruleId }),
    },
    applied: JSON.parse(row.applied) as AppliedActions,
    context: JSON.parse(row.context) as Context,
    facts: JSON.parse(row.facts) as Facts,
  };
}
