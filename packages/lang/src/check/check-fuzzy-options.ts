import type { OperationNode } from '../ast/operation-node.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { Signature } from '../catalogue/signature.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { e0314 } from '../diagnostics/codes/e0314.js';
import type { Type } from '../types/type.js';
import type { Value } from '../values/value.js';
import { checkExpression } from './check-expression.js';
import { checkPlacedWord } from './check-word.js';
import { foldConstant } from './fold-constant.js';
import { atSubject, type RuleContext } from './rule-context.js';

/** `at 88% using token_set` as the operands that follow the two of the text in the library. */
export interface FuzzyValues {
  readonly types: readonly Type[];
  readonly values: readonly Value[];
  /** Where each value was written. */
  readonly nodes: readonly SyntaxNode[];
}

/** Threshold for a search that names only an algorithm (language manual 1.9). */
const defaultThreshold = 0.85;

/** Returns `null` if no options are written. */
export function checkFuzzyOptions(node: OperationNode, rule: RuleContext): FuzzyValues | null | 'reported' {
  if (!node.options) return null;
  const { threshold, algorithm } = node.options;
  let value: Value = defaultThreshold;
  if (threshold) {
    if (!checkExpression(threshold, atSubject, rule)) return 'reported';
    const found = foldConstant(threshold, rule.resolutions);
    if (found === undefined) {
      rule.findings.add(e0314, threshold, {
        message: 'this must be a constant percentage',
      });
      return 'reported';
    }
    value = found;
  }
  if (algorithm && !checkPlacedWord(algorithm, 'way to compare names', 'algorithm', rule)) return 'reported';
  return {
    types: [{ kind: 'number' }, ...(algorithm ? [{ kind: 'text', collation: null } as const] : [])],
    values: [value, ...(algorithm ? [algorithm.text] : [])],
    nodes: [threshold ?? node, ...(algorithm ? [algorithm] : [])],
  };
}

/** Returns `false` after reporting an option with a value that is not allowed. */
export function checkOptionValues(
  node: OperationNode,
  signature: Signature,
  options: FuzzyValues | null,
  rule: RuleContext,
): boolean {
  for (const { operand, accepts, expected } of signature.constants ?? []) {
    const index = operand - node.operands.length;
    const value = options?.values[index];
    const isPlain = typeof value === 'number' || typeof value === 'string';
    if (value === undefined || (isPlain && accepts(value))) continue;
    rule.findings.add(e0305, options?.nodes[index] ?? node, { message: `this is not ${expected}` });
    return false;
  }
  return true;
}
