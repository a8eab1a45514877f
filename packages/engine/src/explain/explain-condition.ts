import { isUnknown, printExpression, type Expression, type Outcome } from '@tamis/lang';
import { maxTraceNodes } from '../limits.js';
import { explainOperand, valueJson } from './explain-value.js';
import { costClassOf } from './cost-class-of.js';
import { outcomeText, type ExplainContext } from './explain-context.js';
import type { RuleInspector } from '../evaluate/rule-inspector.js';
import { isHiddenProbe, withoutProbe } from './hidden-probe.js';
import { skippedItems, type GroupKind } from './skipped-items.js';
import type { TraceNode } from './trace-node.js';

const because = (value: Outcome): Pick<TraceNode, 'because'> => (isUnknown(value) ? { because: value.causes } : {});

/** Returns the parts of a condition that are themselves conditions, and how they are combined; `null` for a single test. */
function toGroup(node: Expression): { readonly items: readonly Expression[]; readonly group: GroupKind } | null {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { items: node.items, group: { kind: node.kind } };
    case 'none':
      return { items: node.items, group: { kind: 'or' } };
    case 'atLeast':
      return { items: node.items, group: { kind: 'atLeast', count: Number(node.count.text) } };
    case 'not':
      return { items: [node.operand], group: { kind: 'and' } };
    default:
      return null;
  }
}

/** Returns the trace of a condition with its result. */
export function explainCondition(node: Expression, id: string, explaining: ExplainContext): TraceNode {
  const { inspector: parts } = explaining;
  const value = parts.condition(node);
  const base = {
    id,
    text: printExpression(node),
    outcome: outcomeText(value),
    ...because(value),
    costClass: costClassOf(node, parts.rule.checked.meaning),
  };
  explaining.nodes += 1;
  if (explaining.nodes > maxTraceNodes) return { ...base, kind: 'test', children: [], isCut: true };
  const named = namedCondition(node, parts);
  if (named) return { ...base, kind: named.kind, children: [explainCondition(named.body, `${id}.0`, explaining)] };
  const grouped = toGroup(node);
  if (!grouped) return { ...base, ...explainTest(node, id, explaining) };
  return { ...base, kind: node.kind as TraceNode['kind'], children: explainItems(grouped, id, explaining) };
}

/** Returns the trace of a name that stands for a condition. */
function namedCondition(
  node: Expression,
  { rule: { checked } }: RuleInspector,
): { readonly kind: 'let' | 'define'; readonly body: Expression } | null {
  const resolution = checked.meaning.resolution(node);
  if (resolution?.kind === 'let') {
    const named = checked.lets[resolution.index];
    return named ? { kind: 'let', body: named.value } : null;
  }
  return resolution?.kind === 'expansion' && resolution.of === 'define'
    ? { kind: 'define', body: resolution.body }
    : null;
}

function explainItems(
  { items, group }: NonNullable<ReturnType<typeof toGroup>>,
  id: string,
  explaining: ExplainContext,
): readonly TraceNode[] {
  const { inspector: parts, full } = explaining;
  const costs = items.map((item) => parts.cost(item));
  const skipped = skippedItems(group, costs, (index) => parts.condition(items[index] as Expression));
  return items.map((item, index) => {
    const place = `${id}.${index}`;
    return full || skipped[index] === false
      ? explainCondition(item, place, explaining)
      : skippedNode(item, place, parts);
  });
}

const skippedNode = (node: Expression, id: string, { rule }: RuleInspector): TraceNode => ({
  id,
  kind: toGroup(node) ? (node.kind as TraceNode['kind']) : 'test',
  text: printExpression(node),
  outcome: 'skipped',
  costClass: costClassOf(node, rule.checked.meaning),
  children: [],
});

type TestFields = Pick<TraceNode, 'kind' | 'actual' | 'expected' | 'reads' | 'rates' | 'children'>;

/** Returns the values of a test: both sides of a comparison, or the value of a single field or call. */
function explainTest(node: Expression, id: string, explaining: ExplainContext): TestFields {
  const { inspector: parts } = explaining;
  const operands = node.kind === 'operation' ? node.operands : [];
  const [left = node, ...others] = operands;
  const actual = valueJson(left, explaining);
  const right = others.map((other) => valueJson(other, explaining));
  const expected = right.length > 1 ? right : right[0];
  const { rates, ...used } = parts.usedFacts(node);
  const reads = used.reads.length > 0 && isHiddenProbe(node, explaining) ? used.reads.map(withoutProbe) : used.reads;
  return {
    kind: 'test',
    ...(actual === undefined ? {} : { actual }),
    ...(expected === undefined ? {} : { expected }),
    ...(reads.length > 0 ? { reads } : {}),
    ...(rates.length > 0 ? { rates } : {}),
    children: (operands.length > 0 ? operands : node.kind === 'call' ? node.args : []).flatMap((operand, index) =>
      explainOperand(operand, `${id}.${index}`, explaining),
    ),
  };
}
