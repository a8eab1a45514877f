import { RawJson } from '../../../../platform/http/index.js';
import type { EntityEvaluation } from '../use-cases/evaluate-entity.js';

/** Returns what a response shows of an evaluation; nothing if there was none. */
export const rulesResultView = (
  run: Pick<EntityEvaluation, 'answer'> | null | undefined,
): { readonly rulesResult?: RawJson; readonly rulesExecutionSummary?: RawJson } =>
  run
    ? {
        rulesResult: new RawJson(run.answer.rulesResult),
        rulesExecutionSummary: new RawJson(run.answer.rulesExecutionSummary),
      }
    : {};
