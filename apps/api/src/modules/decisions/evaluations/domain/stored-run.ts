import type { AppliedActions, Context, Facts, Run, RunOutcome } from '@tamis/engine';

import type { LoadedRuleSet } from '../../rule-sets/index.js';
import type { EvaluationRow } from './evaluation-row.js';
import { triggerWord } from './effect-origin.js';
import type { Decided } from './run-report.js';
import { targets } from './run-subject.js';

/** A stored run with the rule set that decided it. */
export interface StoredRun {
  readonly row: EvaluationRow;
  /** The batch that its payment came with. */
  readonly batchJobId: string | null;
  readonly decided: Decided;
  readonly applied: AppliedActions;
  readonly context: Context;
  readonly facts: Facts;
}

export function storedRun(row: EvaluationRow, set: LoadedRuleSet, batchJobId: string | null = null): StoredRun {
  const outcome = JSON.parse(row.outcome) as RunOutcome;
  const target = targets[row.recordType];
  const run: Run = {
    evaluationId: row.id,
    target,
    trigger: triggerWord(target, row.trigger),
    now: row.now.getTime(),
    // Those that were executed, whoever named them.
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
