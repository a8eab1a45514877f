import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import type { SourceRange } from '../ast/syntax-node.js';
import { lowerAssignee } from './lower-action.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
import { lowerValue } from './lower-expression.js';
import { lowerSignedNumber, lowerText } from './lower-literal.js';
import { lowerCapitals, lowerPath, lowerWord } from './lower-name.js';

export function lowerOutcome(node: cst.OutcomeCstNode, context: LowerContext): ast.TestOutcome {
  const { No, Unknown, path } = node.children;
  const outcome = Unknown ? 'unknown' : No ? 'no_hit' : 'hit';
  return ast.testOutcome(outcome, path ? lowerPath(single(path), context) : null, nodeRange(node, context));
}

const lowerContaining = (
  nodes: readonly cst.ContainingCstNode[] | undefined,
  context: LowerContext,
): ast.TextLiteral | null => (nodes ? lowerText(single(single(nodes).children.Text), context) : null);

type Children = cst.ExpectStepCstChildren;
type ExpectationKind = Exclude<keyof Children, 'Expect'>;
type ExpectationNode<K extends ExpectationKind> = NonNullable<Children[K]>[number];

const lowering: {
  readonly [K in ExpectationKind]: (
    node: ExpectationNode<K>,
    context: LowerContext,
    range: SourceRange | null,
  ) => ast.Expectation;
} = {
  outcome: (node, context, range) => ast.expectOutcome(lowerOutcome(node, context), range),
  expectScore: ({ children }, context, range) =>
    ast.expectScore(lowerSignedNumber(children.Minus?.[0], single(children.Number), context), range),
  expectWord: ({ children }, context, range) => {
    const subject = single(children.subject ?? []).image as ast.ExpectWord['subject'];
    const lower = subject === 'status' ? lowerWord : lowerCapitals;
    return ast.expectWord(subject, lower(single(children.Name), context), range);
  },
  expectNoAlert: (_node, _context, range) => ast.expectNoAlert(range),
  expectAlert: ({ children }, context, range) => {
    const [severity] = children.ExpectedWord ?? [];
    const containing = lowerContaining(children.containing, context);
    return ast.expectAlert(severity ? lowerCapitals(severity, context) : null, containing, range);
  },
  expectCase: ({ children }, context, range) => {
    const [priority] = children.ExpectedWord ?? [];
    const containing = lowerContaining(children.containing, context);
    return ast.expectCase(priority ? lowerCapitals(priority, context) : null, containing, range);
  },
  expectNotification: ({ children }, context, range) =>
    ast.expectNotification(
      lowerWord(single(children.Name), context),
      lowerContaining(children.containing, context),
      range,
    ),
  expectList: ({ children }, context, range) =>
    ast.expectList(lowerWord(single(children.Name), context), lowerValue(single(children.value), context), range),
  expectKey: ({ children }, context, range) => ast.expectKey(lowerText(single(children.Text), context), range),
  expectAssignment: ({ children }, context, range) => {
    const { to, id } = lowerAssignee(single(children.assignee), context);
    return ast.expectAssignment(to, id, range);
  },
  expectAutomation: ({ children }, context, range) =>
    ast.expectAutomation(lowerText(single(children.Text), context), range),
};

export function lowerExpectation(node: cst.ExpectStepCstNode, context: LowerContext): ast.Expectation {
  const found = Object.entries(node.children).filter(([kind]) => kind !== 'Expect');
  const [kind, parts] = single(found) as [ExpectationKind, cst.CstNode[]];
  // The table contains the function for exactly this kind, which the compiler cannot infer.
  const lower = lowering[kind] as (
    node: cst.CstNode,
    context: LowerContext,
    range: SourceRange | null,
  ) => ast.Expectation;
  return lower(single(parts), context, nodeRange(node, context));
}
