import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { GivenOnce } from './given-once.js';
import { nodeRange, only, type LowerContext } from './lower-context.js';
import { lowerArray } from './lower-expression.js';
import { lowerDateOrTime, lowerNumber, lowerSignedNumber, lowerText } from './lower-literal.js';
import { lowerWord } from './lower-name.js';
import { lowerObject } from './lower-object.js';

export type Headers = Omit<
  ast.RuleDeclaration,
  'kind' | 'range' | 'key' | 'title' | 'lets' | 'when' | 'unknown' | 'actions' | 'tests'
>;

const none: Headers = {
  on: null,
  matrices: [],
  category: null,
  tags: null,
  scope: null,
  evaluate: null,
  stop: null,
  description: null,
  owner: null,
  reference: null,
  mode: null,
  priority: null,
  score: null,
  effective: null,
  meta: null,
};

function lowerOn(node: cst.OnHeaderCstNode, context: LowerContext): ast.RuleTarget {
  const { target, trigger = [] } = node.children;
  const words = (tokens: readonly cst.IToken[]): ast.Word[] => tokens.map((token) => lowerWord(token, context));
  return ast.ruleTarget(words(target), words(trigger), nodeRange(node, context));
}

function lowerEffective(node: cst.EffectiveHeaderCstNode, context: LowerContext): ast.EffectivePeriod {
  const [from, until] = node.children.dateOrTime;
  return ast.effectivePeriod(
    lowerDateOrTime(only(from ? [from] : []), context),
    until ? lowerDateOrTime(until, context) : null,
    nodeRange(node, context),
  );
}

type HeaderKind = keyof cst.HeaderCstChildren;
type HeaderNode<K extends HeaderKind> = NonNullable<cst.HeaderCstChildren[K]>[number];

/** What each header sets, as a part of all headers. */
const lowering: { readonly [K in HeaderKind]: (node: HeaderNode<K>, context: LowerContext) => Partial<Headers> } = {
  onHeader: (node, context) => ({ on: lowerOn(node, context) }),
  matrixHeader: ({ children }, context) => ({ matrices: children.Name.map((token) => lowerWord(token, context)) }),
  categoryHeader: ({ children }, context) => ({ category: lowerWord(only(children.Name), context) }),
  tagsHeader: ({ children }, context) => ({ tags: lowerArray(only(children.array), context) }),
  scopeHeader: ({ children }, context) => ({ scope: lowerObject(only(children.object), context) }),
  evaluateHeader: ({ children }, context) => ({ evaluate: lowerWord(only(children.Name), context) }),
  stopHeader: (node, context) => ({ stop: ast.stopOnMatch(nodeRange(node, context)) }),
  descriptionHeader: ({ children }, context) => ({ description: lowerText(only(children.Text), context) }),
  ownerHeader: ({ children }, context) => ({ owner: lowerText(only(children.Text), context) }),
  referenceHeader: ({ children }, context) => ({ reference: lowerText(only(children.Text), context) }),
  modeHeader: ({ children }, context) => ({ mode: lowerWord(only(children.Name), context) }),
  priorityHeader: ({ children }, context) => ({ priority: lowerNumber(only(children.Number), context) }),
  scoreHeader: ({ children }, context) => ({
    score: lowerSignedNumber(children.Minus?.[0], only(children.Number), context),
  }),
  effectiveHeader: (node, context) => ({ effective: lowerEffective(node, context) }),
  metaHeader: ({ children }, context) => ({ meta: lowerObject(only(children.object), context) }),
};

/** All headers of a rule. The first of two equal ones counts. */
export function lowerHeaders(nodes: readonly cst.HeaderCstNode[], context: LowerContext): Headers {
  let headers = none;
  const once = new GivenOnce('rule', context);
  for (const node of nodes) {
    const [kind, parts] = only(Object.entries(node.children)) as [HeaderKind, cst.CstNode[]];
    // The table has the function for exactly this kind; the compiler cannot pair the two by itself.
    const lower = lowering[kind] as (node: cst.CstNode, context: LowerContext) => Partial<Headers>;
    if (once.isFirst(kind.replace('Header', ''), node)) headers = { ...headers, ...lower(only(parts), context) };
  }
  return headers;
}
