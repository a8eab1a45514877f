import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { DuplicateClauseChecker } from './duplicate-clause-checker.js';
import { nodeRange, single, type LowerContext } from './lower-context.js';
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
    lowerDateOrTime(single(from ? [from] : []), context),
    until ? lowerDateOrTime(until, context) : null,
    nodeRange(node, context),
  );
}

type HeaderKind = keyof cst.HeaderCstChildren;
type HeaderNode<K extends HeaderKind> = NonNullable<cst.HeaderCstChildren[K]>[number];

/** The headers that each header node sets. */
const lowering: { readonly [K in HeaderKind]: (node: HeaderNode<K>, context: LowerContext) => Partial<Headers> } = {
  onHeader: (node, context) => ({ on: lowerOn(node, context) }),
  matrixHeader: ({ children }, context) => ({ matrices: children.Name.map((token) => lowerWord(token, context)) }),
  categoryHeader: ({ children }, context) => ({ category: lowerWord(single(children.Name), context) }),
  tagsHeader: ({ children }, context) => ({ tags: lowerArray(single(children.array), context) }),
  scopeHeader: ({ children }, context) => ({ scope: lowerObject(single(children.object), context) }),
  evaluateHeader: ({ children }, context) => ({ evaluate: lowerWord(single(children.Name), context) }),
  stopHeader: (node, context) => ({ stop: ast.stopOnMatch(nodeRange(node, context)) }),
  descriptionHeader: ({ children }, context) => ({ description: lowerText(single(children.Text), context) }),
  ownerHeader: ({ children }, context) => ({ owner: lowerText(single(children.Text), context) }),
  referenceHeader: ({ children }, context) => ({ reference: lowerText(single(children.Text), context) }),
  modeHeader: ({ children }, context) => ({ mode: lowerWord(single(children.Name), context) }),
  priorityHeader: ({ children }, context) => ({ priority: lowerNumber(single(children.Number), context) }),
  scoreHeader: ({ children }, context) => ({
    score: lowerSignedNumber(children.Minus?.[0], single(children.Number), context),
  }),
  effectiveHeader: (node, context) => ({ effective: lowerEffective(node, context) }),
  metaHeader: ({ children }, context) => ({ meta: lowerObject(single(children.object), context) }),
};

/** Lowers all headers of a rule. If one occurs twice, the first counts. */
export function lowerHeaders(nodes: readonly cst.HeaderCstNode[], context: LowerContext): Headers {
  let headers = none;
  const once = new DuplicateClauseChecker('rule', context);
  for (const node of nodes) {
    const [kind, parts] = single(Object.entries(node.children)) as [HeaderKind, cst.CstNode[]];
    // The table contains the function for exactly this kind, which the compiler cannot infer.
    const lower = lowering[kind] as (node: cst.CstNode, context: LowerContext) => Partial<Headers>;
    if (once.isFirst(kind.replace('Header', ''), node)) headers = { ...headers, ...lower(single(parts), context) };
  }
  return headers;
}
