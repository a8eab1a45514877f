import type { DescribedFinding } from '../analysis/describe-finding.js';
import type { Declaration } from '../catalogue/declaration.js';
import { e0407 } from '../diagnostics/codes/e0407.js';
import { e0412 } from '../diagnostics/codes/e0412.js';
import { e0904 } from '../diagnostics/codes/e0904.js';
import { e0908 } from '../diagnostics/codes/e0908.js';
import { w1310 } from '../diagnostics/codes/w1310.js';
import { w1313 } from '../diagnostics/codes/w1313.js';
import { limits } from '../limits.js';
import type { CheckedMatrix } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import { costReport } from '../check/cost-report.js';
import { excessCalls } from '../check/rule-cost.js';

/** W1313: a rule raises alerts, but in each of its matrices one of higher priority stops it. */
function findStopped(rules: readonly CheckedRule[]): readonly DescribedFinding[] {
  const stoppers = rules.filter((rule) => rule.stopOnMatch && rule.mode === 'live');
  return rules.flatMap((rule) => {
    const alerts = rule.actions.some((action) => action.kind === 'alertAction');
    if (!alerts || rule.matrices.length === 0) return [];
    const by = rule.matrices.map((key) =>
      stoppers.find((each) => each.priority > rule.priority && each.matrices.includes(key)),
    );
    const [stopper] = by;
    if (!stopper || by.includes(undefined)) return [];
    const { range } = stopper.declaration.key;
    const file = stopper.file === rule.file ? {} : { file: stopper.file };
    const parts = {
      message: `its alerts are skipped when \`${stopper.key}\` hits`,
      help: `give it the priority ${stopper.priority}, or take \`stop on match\` out`,
      ...(range ? { related: [{ range, ...file, message: 'this rule stops it' }] } : {}),
    };
    const { declaration } = rule;
    return [{ code: w1313, at: declaration.key, owner: declaration, about: stopper.declaration, parts }];
  });
}

/** E0407 or W1310, and E0904, for matrices; E0908. */
function findOverLimits(
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
  activation: boolean,
): readonly DescribedFinding[] {
  const isCounted = matrices.length > 0 || rules.some((rule) => rule.aggregates.length > 0);
  const cost = costReport(isCounted ? rules : []);
  const found: DescribedFinding[] = [];
  for (const { key, declaration } of matrices) {
    const at = { at: declaration.key, owner: declaration, about: null };
    const costs = cost.matrices.get(key) ?? 0;
    if (costs > limits.costPerMatrix)
      found.push({
        code: activation ? e0407 : w1310,
        ...at,
        parts: {
          message: `the rules of this matrix cost ${costs}, but the budget is ${limits.costPerMatrix}`,
          help: 'use fewer windows, or plainer filters in them',
        },
      });
    const own = rules.filter((rule) => rule.matrices.includes(key));
    if (own.length > limits.rulesPerMatrix)
      found.push({
        code: e0904,
        ...at,
        parts: { message: `a matrix has at most ${limits.rulesPerMatrix} rules, this one ${own.length}` },
      });
  }
  const [first] = rules;
  if (first && cost.aggregates > limits.aggregatesPerSet)
    found.push({
      code: e0908,
      at: first.declaration.key,
      owner: first.declaration,
      about: null,
      parts: {
        message: `a rule set has at most ${limits.aggregatesPerSet} different aggregates, this one ${cost.aggregates}`,
      },
    });
  const calls = new Map<Declaration, Set<string>>();
  for (const [declaration, texts] of rules.flatMap((rule) => [...rule.countedCalls]))
    calls.set(declaration, new Set([...(calls.get(declaration) ?? []), ...texts]));
  const excess = excessCalls(calls, 'a rule set', 'perSet');
  const last = rules.findLast((rule) => rule.countedCalls.size > 0);
  if (excess !== null && last)
    found.push({
      code: e0412,
      at: last.declaration.key,
      owner: last.declaration,
      about: null,
      parts: { message: excess },
    });
  return found;
}

/**
 * Finds problems that involve several rules: alerts that another rule prevents, and matrices and sets that are too large or too expensive.
 */
export const findInSet = (
  rules: readonly CheckedRule[],
  matrices: readonly CheckedMatrix[],
  { activation = false }: { readonly activation?: boolean | undefined } = {},
): readonly DescribedFinding[] => [...findOverLimits(rules, matrices, activation), ...findStopped(rules)];
