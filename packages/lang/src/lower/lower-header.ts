import type * as cst from '@tamis/grammar';
import * as ast from '../ast/index.js';
import { e0105 } from '../diagnostics/codes/e0105.js';
import { diagnose } from '../diagnostics/diagnose.js';
import { nodeRange, only, rangePart, type LowerContext } from './lower-context.js';
import { canonicalNumber, lowerNumber, lowerText } from './lower-literal.js';
import { lowerWord } from './lower-name.js';

export type Headers = Pick<ast.RuleDeclaration, 'on' | 'score' | 'priority' | 'category' | 'mode' | 'description'>;

const none: Headers = { on: null, score: null, priority: null, category: null, mode: null, description: null };

function lowerOn(node: cst.OnHeaderCstNode, context: LowerContext): ast.RuleTarget {
  const { target, trigger = [] } = node.children;
  const words = (tokens: readonly cst.IToken[]): ast.Word[] => tokens.map((token) => lowerWord(token, context));
  return ast.ruleTarget(words(target), words(trigger), nodeRange(node, context));
}

function lowerScore({ children }: cst.ScoreHeaderCstNode, context: LowerContext): ast.NumberLiteral {
  const number = only(children.Number);
  const [minus] = children.Minus ?? [];
  if (!minus) return lowerNumber(number, context);
  const text = canonicalNumber(number.image);
  const range = context.rangeOf(minus.startOffset, number.startOffset + number.image.length);
  return ast.numberLiteral(text === '0' ? text : `-${text}`, range);
}

/** The header a clause sets, as a part of all headers. */
function lowerHeader({ children }: cst.HeaderCstNode, context: LowerContext): Partial<Headers> {
  const { onHeader, scoreHeader, priorityHeader, categoryHeader, modeHeader, descriptionHeader } = children;
  if (onHeader) return { on: lowerOn(only(onHeader), context) };
  if (scoreHeader) return { score: lowerScore(only(scoreHeader), context) };
  if (priorityHeader) return { priority: lowerNumber(only(only(priorityHeader).children.Number), context) };
  if (categoryHeader) return { category: lowerWord(only(only(categoryHeader).children.Name), context) };
  if (modeHeader) return { mode: lowerWord(only(only(modeHeader).children.Name), context) };
  return { description: lowerText(only(only(descriptionHeader ?? []).children.Text), context) };
}

/** All headers of a rule. The first of two equal ones counts. */
export function lowerHeaders(nodes: readonly cst.HeaderCstNode[], context: LowerContext): Headers {
  let headers = none;
  const first = new Map<string, cst.HeaderCstNode>();
  for (const node of nodes) {
    const part = lowerHeader(node, context);
    const name = only(Object.keys(part));
    const earlier = first.get(name);
    if (!earlier) {
      first.set(name, node);
      headers = { ...headers, ...part };
      continue;
    }
    const place = nodeRange(earlier, context);
    context.diagnostics.push(
      diagnose(e0105, {
        message: `\`${name}\` stands twice in this rule`,
        help: 'remove one of the two',
        ...rangePart(nodeRange(node, context)),
        ...(place && { related: [{ range: place, message: 'the first one' }] }),
      }),
    );
  }
  return headers;
}
