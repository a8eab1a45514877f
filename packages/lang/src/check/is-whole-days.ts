import { asDecimal, type Numeric } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';
import { childExpressions } from './child-expressions.js';
import { expandedNode, foldConstant } from './fold-constant.js';
import type { RuleContext } from './rule-context.js';

const dayMs = 86_400_000;

const isDuration = (node: Expression, rule: RuleContext): boolean => rule.types.get(node)?.kind === 'duration';

/** Resolves a `let` to its value, and every other name. */
function meantNode(node: Expression, rule: RuleContext): Expression {
  const found = expandedNode(node, rule.resolutions);
  const resolution = rule.resolutions.get(found);
  if (resolution?.kind !== 'let') return found;
  const binding = [...rule.lets.values()].find(({ index }) => index === resolution.index);
  return binding ? meantNode(binding.declaration.value, rule) : found;
}

/**
 * Whether a fixed duration is a number of days: written so, the days between two dates, or computed from such. `n * 1d` counts as one if
 * `n` is a whole number at evaluation. Any other duration can be part of a day.
 */
export function isWholeDays(node: Expression, rule: RuleContext): boolean {
  const value = foldConstant(node, rule.resolutions);
  if (value !== undefined)
    return asDecimal(value as Numeric)
      .mod(dayMs)
      .isZero();
  const found = meantNode(node, rule);
  if (found !== node) return isWholeDays(found, rule);
  if ((found.kind !== 'operation' || found.operator === 'divide') && found.kind !== 'call') return false;
  const resolution = rule.resolutions.get(found);
  const types = resolution?.kind === 'application' ? resolution.operandTypes : [];
  if (found.kind === 'operation' && found.operator === 'subtract' && types.every(({ kind }) => kind === 'date'))
    return true;
  const durations = childExpressions(found).filter((child) => isDuration(child, rule));
  return durations.length > 0 && durations.every((child) => isWholeDays(child, rule));
}
