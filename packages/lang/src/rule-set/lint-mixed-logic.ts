import type { Expression } from '../ast/expression.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { w1101 } from '../diagnostics/codes/w1101.js';
import type { SetContext } from './check-files.js';
import { childExpressions } from '../check/child-expressions.js';
import { expressionSize } from '../check/expression-size.js';
import { limits } from '../limits.js';
import type { DiagnosticBag } from '../check/diagnostic-bag.js';

/** Returns the offsets of the line starts of a text. */
const lineStarts = (source: string): readonly number[] => {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
};

interface Text {
  readonly source: string;
  readonly starts: readonly number[];
}

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character);

/** Returns the nearest character before or after an offset that is not white space. */
function neighbour(source: string, from: number, step: 1 | -1): string | undefined {
  let at = from;
  while (isSpace(source[at])) at += step;
  return source[at];
}

/** Whether a part of the text is enclosed in parentheses, which the tree does not keep. */
function isParenthesized({ start, end }: SourceRange, { source, starts }: Text): boolean {
  const from = (starts[start.line] ?? 0) + start.character;
  const to = (starts[end.line] ?? 0) + end.character;
  return neighbour(source, from - 1, -1) === '(' && neighbour(source, to, 1) === ')';
}

function lintNode(node: Expression, text: Text, findings: DiagnosticBag): void {
  if (node.kind === 'or' && node.style === 'chain') {
    const mixed = node.items.filter(
      (item) => item.kind === 'and' && item.style === 'chain' && item.range && !isParenthesized(item.range, text),
    );
    const [first] = mixed;
    if (first)
      findings.add(w1101, first, {
        message: '`and` binds tighter than `or`',
        help: 'put parentheses around it',
        fixes: [
          {
            title: 'put parentheses around each `and`',
            safe: true,
            edits: mixed.flatMap(({ range }) =>
              range
                ? [
                    { range: { start: range.start, end: range.start }, newText: '(' },
                    { range: { start: range.end, end: range.end }, newText: ')' },
                  ]
                : [],
            ),
          },
        ],
      });
  }
  for (const child of childExpressions(node)) lintNode(child, text, findings);
}

/** W1101: `a or b and c` without parentheses, if the text is available. */
export function lintMixedLogic({ files }: SetContext): void {
  for (const { file, source, findings, isShared } of files) {
    if (source === null || isShared) continue;
    const text: Text = { source: source.replace(/^\uFEFF/, ''), starts: lineStarts(source.replace(/^\uFEFF/, '')) };
    const roots = [
      ...file.definitions.map((each) => each.body),
      ...file.rules.flatMap((rule) => [...rule.lets.map((each) => each.value), ...(rule.when ? [rule.when] : [])]),
    ];
    for (const root of roots)
      if (expressionSize(root, limits.nodesPerRule).depth <= limits.depth) lintNode(root, text, findings);
  }
}
