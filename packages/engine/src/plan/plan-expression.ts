import {
  costWeights,
  readValue,
  type CallNode,
  type CheckedLet,
  type CheckedRule,
  type Expression,
  type FieldDeclaration,
  type NumberFormat,
  type SemanticModel,
  type Outcome,
  type Resolution,
  type Type,
} from '@tamis/lang';
import { placeholderText } from '../outcome/format-message.js';
import { planAggregate } from './plan-aggregate.js';
import type { PlanGraph } from './plan-graph.js';
import { constantKey, fieldKey, typeKey } from './plan-key.js';
import type { PlanNode, WindowPlan } from './plan-node.js';

/** Context for planning an expression. */
export interface PlanScope {
  readonly graph: PlanGraph;
  readonly meaning: SemanticModel;
  readonly lets: readonly CheckedLet[];
  readonly matchTerms: CheckedRule['matchTerms'];
  readonly baseCurrency: string;
  readonly timezone: string;
  readonly numberFormat?: NumberFormat | undefined;
  /** The window whose records are read; `null` outside aggregates. */
  readonly window: WindowPlan | null;
  /** Conditions on the subject already planned for this rule. If absent, each is planned again. */
  readonly conditions?: Map<Expression, PlanNode>;
}

type ApplicationResolution = Extract<Resolution, { kind: 'application' }>;

const bool: Type = { kind: 'bool' };
const readFromText: ReadonlySet<string> = new Set(['ip', 'date', 'datetime', 'enum', 'country', 'currency']);
const presenceTests: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

/** Returns whether a value of type `from` must be read as `to`. */
function needsReading(from: Type, to: Type): boolean {
  if (from.kind === 'list' && to.kind === 'list') return needsReading(from.element, to.element);
  if (from.kind === 'any') return to.kind !== 'any';
  return from.kind === 'text' && readFromText.has(to.kind);
}

const sum = (nodes: readonly PlanNode[]): number => nodes.reduce((total, node) => total + node.cost, 0);
const ids = (nodes: readonly PlanNode[]): string => nodes.map((node) => node.id).join(',');

/** Returns the node that computes an expression. */
export function planExpression(node: Expression, scope: PlanScope): PlanNode {
  const constant = scope.meaning.constant(node);
  if (constant !== undefined) return planConstant(constant, scope);
  switch (node.kind) {
    case 'path':
    case 'call':
    case 'operation':
    case 'listReference':
    case 'listTypeReference':
      return planResolved(node, scope);
    case 'and':
    case 'or':
      return planJunction(node.kind, node.items, scope);
    case 'none':
      return planNegation(planJunction('or', node.items, scope), scope);
    case 'atLeast':
      return planAtLeast(Number(node.count.text), node.items, scope);
    case 'not':
      return planNegation(planCondition(node.operand, scope), scope);
    case 'convert':
      return planConvert(planExpression(node.operand, scope), node.currency, scope);
    case 'aggregate':
      return planAggregate(node, scope);
    case 'arrayLiteral':
      return planArray(
        node.items.map((item) => planExpression(item, scope)),
        scope,
      );
    default:
      throw new Error(`the checker must not allow \`${node.kind}\` without a value here`);
  }
}

/** Like `planExpression`, where a condition is required: an `any` field is read as true, false or unknown. */
export function planCondition(node: Expression, scope: PlanScope): PlanNode {
  const conditions = scope.window === null ? scope.conditions : undefined;
  const known = conditions?.get(node);
  if (known) return known;
  const planned = planOperand(node, bool, scope);
  conditions?.set(node, planned);
  return planned;
}

const planConstant = (value: Outcome, { graph }: PlanScope): PlanNode =>
  graph.node(`constant ${constantKey(value)}`, [], () => ({ kind: 'constant', value, cost: 0 }));

/** Plans an expression with a resolved meaning: a name, field, call or operator. */
function planResolved(node: Expression, scope: PlanScope): PlanNode {
  const { graph } = scope;
  const resolution = scope.meaning.resolution(node);
  switch (resolution?.kind) {
    case 'field':
      return planField(resolution.field, resolution.scope === 'record', scope);
    case 'now':
      return graph.node('now', [], () => ({ kind: 'now', cost: 0 }));
    case 'let':
      // A `let` is a value of the rule. It refers to the subject even within an aggregate.
      return planExpression((scope.lets[resolution.index] as CheckedLet).value, { ...scope, window: null });
    case 'list':
      return planConstant(resolution.list.id, scope);
    case 'listType':
      return planConstant(resolution.listType, scope);
    case 'expansion':
      return planExpression(resolution.body, scope);
    case 'application': {
      const parts = node.kind === 'operation' ? node.operands : node.kind === 'call' ? node.args : [];
      const applied = planApplication(resolution, parts, scope);
      return node.kind === 'call' && node.members.length > 0 ? planMember(applied, node, scope) : applied;
    }
    case 'template':
      return planTemplate(resolution.parts, scope);
    case 'match':
      return planMatch(resolution.member, scope);
    default:
      throw new Error(`the checker must give \`${node.kind}\` a meaning`);
  }
}

function planField(field: FieldDeclaration, ofRecord: boolean, { graph, window }: PlanScope): PlanNode {
  const cost = costWeights.c0;
  const key = fieldKey(field, graph);
  if (!ofRecord) return graph.node(`field ${key}`, [], () => ({ kind: 'subjectField', field, cost }));
  if (!window) throw new Error(`\`${field.path}\` is a field of a record, but is used outside an aggregate`);
  const cache = graph.recordField(window, field);
  return graph.node(`record ${window.id} ${key}`, [], () => ({
    kind: 'recordField',
    field,
    window,
    cache,
    cost,
    inRecord: true,
  }));
}

function planJunction(kind: 'and' | 'or', parts: readonly Expression[], scope: PlanScope): PlanNode {
  const items = parts.map((part) => planCondition(part, scope));
  return scope.graph.node(`${kind} ${ids(items)}`, items, () => ({ kind, cost: sum(items) }));
}

function planAtLeast(count: number, parts: readonly Expression[], scope: PlanScope): PlanNode {
  const items = parts.map((part) => planCondition(part, scope));
  return scope.graph.node(`at least ${count} of ${ids(items)}`, items, () => ({
    kind: 'atLeast',
    count,
    cost: sum(items),
  }));
}

function planNegation(operand: PlanNode, { graph }: PlanScope): PlanNode {
  return graph.node(`not ${operand.id}`, [operand], () => ({ kind: 'not', cost: operand.cost }));
}

/** Plans a conversion. `eachRecord` uses the rate of the current record, regardless of what the amount depends on. */
export function planConvert(operand: PlanNode, currency: string, { graph }: PlanScope, eachRecord = false): PlanNode {
  return graph.node(`convert ${operand.id} ${currency} ${eachRecord ? 'each' : ''}`, [operand], () => ({
    kind: 'convert',
    currency,
    cost: operand.cost + costWeights.c2,
    ...(eachRecord ? { inRecord: true } : {}),
  }));
}

function planArray(items: readonly PlanNode[], { graph }: PlanScope): PlanNode {
  return graph.node(`array ${ids(items)}`, items, () => ({ kind: 'array', cost: sum(items) }));
}

/** Plans an operand, read as the type that the checker determined. */
export function planOperand(node: Expression, type: Type, scope: PlanScope): PlanNode {
  const { meaning, graph } = scope;
  const written = meaning.expanded(node);
  if (written.kind === 'arrayLiteral' && type.kind === 'list' && meaning.constant(written) === undefined)
    return planArray(
      written.items.map((item) => planOperand(item, type.element, scope)),
      scope,
    );
  const isRead = needsReading(meaning.type(written), type);
  const constant = meaning.constant(written);
  if (constant !== undefined)
    return planConstant(isRead ? readValue(constant, type, '', scope.timezone) : constant, scope);
  const operand = planExpression(written, scope);
  if (!isRead) return operand;
  return graph.node(`read ${typeKey(type, graph)} ${operand.id}`, [operand], () => ({
    kind: 'readAs',
    type,
    cost: operand.cost,
  }));
}

function planApplication(resolution: ApplicationResolution, parts: readonly Expression[], scope: PlanScope): PlanNode {
  const { declaration, signature, operandTypes: types, implied = [] } = resolution;
  const operands = [
    ...parts.map((part, index) => planOperand(part, types[index] ?? scope.meaning.type(part), scope)),
    ...implied.map((value) => planConstant(value, scope)),
  ];
  const [first] = operands;
  const onPath =
    presenceTests.has(declaration.name) && (first?.kind === 'subjectField' || first?.kind === 'recordField');
  const key = `${signature.id} ${types.map((type) => typeKey(type, scope.graph)).join(' ')} ${onPath ? 'path' : ''}(${ids(operands)})`;
  return scope.graph.node(key, operands, () => ({
    kind: 'application',
    declaration,
    signature,
    types,
    onPath,
    cost: sum(operands) + costWeights[declaration.cost],
  }));
}

function planMember(object: PlanNode, node: CallNode, { graph, meaning }: PlanScope): PlanNode {
  const type = meaning.type(node);
  const steps = node.members;
  return graph.node(`member ${JSON.stringify(steps)} ${typeKey(type, graph)} ${object.id}`, [object], () => ({
    kind: 'member',
    steps,
    type,
    cost: object.cost,
  }));
}

function planTemplate(parts: readonly (string | Expression)[], scope: PlanScope): PlanNode {
  const { graph, meaning, timezone, numberFormat } = scope;
  const style = { timezone, numberFormat };
  const holes = parts.filter((part): part is Expression => typeof part !== 'string');
  const operands = holes.map((hole) => planExpression(hole, scope));
  let hole = 0;
  const places = parts.map((part) => (typeof part === 'string' ? part : hole++));
  const types = holes.map((each) => typeKey(meaning.type(each), graph)).join(' ');
  return graph.node(`template ${JSON.stringify(places)} ${types} ${ids(operands)}`, operands, () => ({
    kind: 'template',
    parts: places,
    show: holes.map(
      (each) =>
        (value: Outcome, context: Readonly<Record<string, unknown>>): string =>
          placeholderText(each, value, meaning, context, style),
    ),
    cost: sum(operands) + costWeights.c1,
  }));
}

function planMatch(member: 'value' | 'score', scope: PlanScope): PlanNode {
  const outside = { ...scope, window: null };
  const searches = scope.matchTerms.map((term) => {
    const resolution = scope.meaning.resolution(term);
    if (resolution?.kind !== 'application') throw new Error('the checker must give a search a meaning');
    const { operandTypes: types, implied = [] } = resolution;
    return [
      ...term.operands.map((part, index) => planOperand(part, types[index] ?? scope.meaning.type(part), outside)),
      ...implied.map((value) => planConstant(value, scope)),
    ];
  });
  const operands = searches.flat();
  const lengths = searches.map(({ length }) => length);
  return scope.graph.node(`match ${member} ${lengths.join(' ')} ${ids(operands)}`, operands, () => ({
    kind: 'match',
    member,
    lengths,
    cost: sum(operands) + costWeights.c5,
  }));
}
