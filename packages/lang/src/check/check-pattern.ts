import type { Expression } from '../ast/expression.js';
import type { SourceRange, SyntaxNode } from '../ast/syntax-node.js';
import type { PatternProblem } from '../catalogue/pattern-problem.js';
import { e0601 } from '../diagnostics/codes/e0601.js';
import { e0602 } from '../diagnostics/codes/e0602.js';
import { e0603 } from '../diagnostics/codes/e0603.js';
import { e0907 } from '../diagnostics/codes/e0907.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { foldConstant } from './fold-constant.js';
import type { RuleContext } from './rule-context.js';

const codes: Readonly<Record<PatternProblem['code'], DiagnosticCode>> = { E0601: e0601, E0602: e0602, E0907: e0907 };

/** Returns the part of a pattern in backticks that a problem concerns. Such patterns have no escapes and are on a single line. */
function partOf(node: Expression, problem: PatternProblem): SyntaxNode {
  if (node.kind !== 'rawTextLiteral' || !node.range || !problem.range) return node;
  const points = [...node.value];
  const at = (index: number): number => points.slice(0, index).join('').length + 1;
  const { start } = node.range;
  const range: SourceRange = {
    start: { line: start.line, character: start.character + at(problem.range[0]) },
    end: { line: start.line, character: start.character + at(problem.range[1]) },
  };
  return { kind: node.kind, range };
}

/** Checks the right side of `matches`: it must be constant and matchable in linear time. Returns `false` if something was reported. */
export function checkPattern(node: Expression, rule: RuleContext): boolean {
  const pattern = foldConstant(node, rule.resolutions);
  if (typeof pattern !== 'string') {
    rule.findings.add(e0603, node, {
      message: 'this pattern is only known when the rule runs',
      help: 'write the pattern here, or name a constant',
    });
    return false;
  }
  const problem = rule.catalogue.patternProblem(pattern);
  if (!problem) return true;
  const { code, message, help } = problem;
  rule.findings.add(codes[code], partOf(node, problem), { message, ...(help === undefined ? {} : { help }) });
  return false;
}
