import {
  executedMatrices,
  explainRule,
  isShadow,
  whatIf,
  type AppliedActions,
  type Context,
  type Facts,
  type RuleTrace,
  type SetRule,
} from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import type { EvaluationResult } from './evaluation-report.js';
import { explainedTo } from './masking.js';

export interface RuleResultOptions {
  /** The applied effects; `null` if there were none to apply. */
  readonly applied: AppliedActions | null;
  /** Whether to add the condition with all its values. */
  readonly isTraced: boolean;
  /** Whether to add what would make the rule hit, if it does not. */
  readonly isAdvised: boolean;
  readonly principal: Pick<Principal, 'scopes'>;
}

type ActionStatus = 'would_execute' | 'executed' | 'skipped' | 'failed';

/**
 * Returns the result of one rule in an evaluation, in the form of on-demand evaluations (shapes 6.6). `index` is the rule's index in its
 * set.
 */
export function ruleResult(
  decided: EvaluationResult,
  index: number,
  { applied, isTraced, isAdvised, principal }: RuleResultOptions,
) {
  const { set, run } = decided;
  const rule = set.compiled.rules[index]!;
  const [context, facts] = [JSON.parse(decided.context) as Context, JSON.parse(decided.facts) as Facts];
  const isEvaluated = decided.outcome.evaluated.includes(index);
  const trace = explainRule(set.compiled.inspectRule(index, context, facts, run), {
    full: isTraced,
    ...explainedTo(principal),
  });
  const outcome = isEvaluated ? trace.outcome : 'no_hit';
  const matched = isEvaluated && trace.matched;
  const isRecorded = isShadow(rule, executedMatrices(set.content, run));
  const goal = { kind: 'hit', rule: index } as const;
  return {
    ruleId: rule.content.ruleId,
    ruleKey: rule.checked.key,
    outcome,
    matched,
    ...(isEvaluated && trace.unknownBecause && { unknownBecause: trace.unknownBecause }),
    score: matched ? rule.checked.score : 0,
    conditions: conditions(decided, { index, rule, trace }, { context, facts }),
    actions: rule.actions.map((action, at) => ({
      type: action.type,
      status: actionStatus(rule, at, { matched, applied, isRecorded }),
      details: action,
    })),
    ...(isAdvised &&
      isEvaluated &&
      !matched && {
        wouldHitIf: whatIf(set.compiled, { context, facts, params: run }, goal).map(({ changes }) =>
          changes.join(' and '),
        ),
      }),
    ...(isTraced && { trace: trace.tree }),
  };
}

export type RuleResult = ReturnType<typeof ruleResult>;

const truth = { hit: 'true', no_hit: 'false', unknown: 'unknown' } as const;

/** Returns the leaves of the condition. Each is computed even if the result did not depend on it. */
function conditions(
  { set, run }: EvaluationResult,
  { index, rule, trace }: { readonly index: number; readonly rule: SetRule; readonly trace: RuleTrace },
  { context, facts }: { readonly context: Context; readonly facts: Facts },
) {
  const leaves = set.compiled.examine(context, facts, run).find((each) => each.rule === index)?.leaves ?? [];
  return {
    operator: trace.tree.kind === 'or' ? 'OR' : 'AND',
    outcome: truth[trace.outcome],
    conditions: leaves.map(({ index: at, outcome, actual, because }) => {
      const { id, field, operator, value } = rule.items[at]!;
      return {
        id,
        field,
        operator,
        expectedValue: value,
        actualValue: actual ?? null,
        outcome,
        ...(because && { because }),
      };
    }),
  };
}

interface Told {
  readonly ruleId?: unknown;
  readonly action?: unknown;
}

function actionStatus(
  { content }: SetRule,
  at: number,
  how: { readonly matched: boolean; readonly applied: AppliedActions | null; readonly isRecorded: boolean },
): ActionStatus {
  const { matched, applied, isRecorded } = how;
  if (!matched) return 'skipped';
  if (!applied) return 'would_execute';
  const names = (told: unknown): boolean => {
    const { ruleId, action } = told as Told;
    return ruleId === content.ruleId && typeof action === 'string' && action.split('.')[0] === String(at);
  };
  if (applied.failed?.some(names)) return 'failed';
  return applied.skipped?.some(names) || isRecorded ? 'skipped' : 'executed';
}
