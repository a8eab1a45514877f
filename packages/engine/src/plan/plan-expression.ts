import {
  costWeights,
  literalValue,
  readValue,
  type AggregateNode,
  type CheckedLet,
  type Expression,
  type FieldDeclaration,
  type Meaning,
  type PathNode,
  type Resolution,
  type Type,
} from '@tamis/lang';
import type { PlanGraph } from './plan-graph.js';
import { constantKey, typeKey } from './plan-key.js';
import type { PlanNode, WindowPlan } from './plan-node.js';

/** Where an expression stands. */
export interface PlanScope {
  readonly graph: PlanGraph;
  readonly meaning: Meaning;
  readonly lets: readonly CheckedLet[];
  readonly baseCurrency: string;
  readonly timezone: string;
  /** The window whose records it looks at; null outside aggregates. */
  readonly window: WindowPlan | null;
}

type ApplicationResolution = Extract<Resolution, { kind: 'application' }>;

const bool: Type = { kind: 'bool' };
const readFromText: ReadonlySet<string> = new Set(['ip', 'date', 'datetime', 'enum', 'country', 'currency']);
const presenceTests: ReadonlySet<string> = new Set(['exists', 'not_exists', 'is_empty', 'is_not_empty']);

/** Must a value of type `from` be read anew to be used as `to`? */
function needsReading(from: Type, to: Type): boolean {
  if (from.kind === 'list' && to.kind === 'list') return needsReading(from.element, to.element);
  if (from.kind === 'any') return to.kind !== 'any';
  return from.kind === 'text' && readFromText.has(to.kind);
}

const sum = (nodes: readonly PlanNode[]): number => nodes.reduce((total, node) => total + node.cost, 0);
const ids = (nodes: readonly PlanNode[]): string => nodes.map((node) => node.id).join(',');
const anyInRecord = (nodes: readonly PlanNode[]): boolean => nodes.some((node) => node.inRecord);

/** The node that computes an expression. */
export function planExpression(node: Expression, scope: PlanScope): PlanNode {
  const constant = literalValue(node);
  if (constant !== undefined) return planConstant(constant, scope);
  switch (node.kind) {
    case 'path':
      return planPath(node, scope);
    case 'and':
    case 'or':
      return planJunction(node.kind, node.items, scope);
    case 'not': {
      const operand = planCondition(node.operand, scope);
      const { cost, inRecord } = operand;
      return scope.graph.node(`not ${operand.id}`, [operand], () => ({ kind: 'not', operand, cost, inRecord }));
    }
    case 'convert':
      return planConvert(planExpression(node.operand, scope), node.currency, scope);
    case 'aggregate':
      return planAggregate(node, scope);
    case 'arrayLiteral':
      return planArray(
        node.items.map((item) => planExpression(item, scope)),
        scope,
      );
    case 'operation':
      return planResolved(node, node.operands, scope);
    case 'call':
      return planResolved(node, node.args, scope);
    default:
      throw new Error(`the checker lets no \`${node.kind}\` stand where a value is read`);
  }
}

/** As `planExpression`, for a place that needs true, false or unknown: an `any` field is read as one. */
export const planCondition = (node: Expression, scope: PlanScope): PlanNode => planOperand(node, bool, scope);

function planConstant(value: Parameters<typeof constantKey>[0], { graph }: PlanScope): PlanNode {
  return graph.node(`constant ${constantKey(value)}`, [], () => ({
    kind: 'constant',
    value,
    cost: 0,
    inRecord: false,
  }));
}

function planPath(node: PathNode, scope: PlanScope): PlanNode {
  const resolution = scope.meaning.resolution(node);
  if (resolution?.kind === 'field') return planField(resolution.field, resolution.scope === 'record', scope);
  if (resolution?.kind === 'now') return scope.graph.node('now', [], () => ({ kind: 'now', cost: 0, inRecord: false }));
  const named = resolution?.kind === 'let' ? scope.lets[resolution.index] : undefined;
  if (!named) throw new Error(`\`${node.steps.join('.')}\` has no value`);
  // A `let` is a value of the rule: also inside an aggregate it looks at the subject.
  return planExpression(named.value, { ...scope, window: null });
}

function planField(field: FieldDeclaration, ofRecord: boolean, { graph, window }: PlanScope): PlanNode {
  const cost = costWeights.c0;
  if (!ofRecord)
    return graph.node(`field ${field.path} ${typeKey(field.type)}`, [], () => ({
      kind: 'subjectField',
      field,
      cost,
      inRecord: false,
    }));
  if (!window) throw new Error(`\`${field.path}\` is a field of a record and stands outside every aggregate`);
  return graph.node(`record ${window.id} ${field.path} ${typeKey(field.type)}`, [], () => ({
    kind: 'recordField',
    field,
    window,
    cache: graph.recordField(window, field),
    cost,
    inRecord: true,
  }));
}

function planJunction(kind: 'and' | 'or', parts: readonly Expression[], scope: PlanScope): PlanNode {
  const items = parts.map((part) => planCondition(part, scope));
  return scope.graph.node(`${kind} ${ids(items)}`, items, () => ({
    kind,
    items,
    cost: sum(items),
    inRecord: anyInRecord(items),
  }));
}

function planConvert(operand: PlanNode, currency: string, { graph }: PlanScope): PlanNode {
  const { inRecord } = operand;
  const cost = operand.cost + costWeights.c2;
  return graph.node(`convert ${operand.id} ${currency}`, [operand], () => ({
    kind: 'convert',
    operand,
    currency,
    cost,
    inRecord,
  }));
}

function planArray(items: readonly PlanNode[], { graph }: PlanScope): PlanNode {
  return graph.node(`array ${ids(items)}`, items, () => ({
    kind: 'array',
    items,
    cost: sum(items),
    inRecord: anyInRecord(items),
  }));
}

/** An operand, read as the type the checker settled on. */
function planOperand(node: Expression, type: Type, scope: PlanScope): PlanNode {
  const constant = literalValue(node);
  if (constant !== undefined) {
    const value = needsReading(scope.meaning.type(node), type)
      ? readValue(constant, type, '', scope.timezone)
      : constant;
    return planConstant(value, scope);
  }
  if (node.kind === 'arrayLiteral' && type.kind === 'list')
    return planArray(
      node.items.map((item) => planOperand(item, type.element, scope)),
      scope,
    );
  const operand = planExpression(node, scope);
  if (!needsReading(scope.meaning.type(node), type)) return operand;
  const { cost, inRecord } = operand;
  return scope.graph.node(`read ${typeKey(type)} ${operand.id}`, [operand], () => ({
    kind: 'readAs',
    operand,
    type,
    cost,
    inRecord,
  }));
}

function planResolved(node: Expression, operands: readonly Expression[], scope: PlanScope): PlanNode {
  const resolution = scope.meaning.resolution(node);
  if (resolution?.kind === 'membership') return planMembership(resolution, operands, scope);
  if (resolution?.kind === 'application') return planApplication(resolution, operands, scope);
  throw new Error(`the checker found no meaning for \`${node.kind}\``);
}

function planApplication(resolution: ApplicationResolution, parts: readonly Expression[], scope: PlanScope): PlanNode {
  const { declaration, signature, operandTypes: types } = resolution;
  const operands = parts.map((part, index) => planOperand(part, types[index] ?? scope.meaning.type(part), scope));
  const [first] = operands;
  const onPath =
    presenceTests.has(declaration.name) && (first?.kind === 'subjectField' || first?.kind === 'recordField');
  const key = `${signature.id} ${types.map(typeKey).join(' ')} ${onPath ? 'path' : ''}(${ids(operands)})`;
  return scope.graph.node(key, operands, () => ({
    kind: 'application',
    declaration,
    signature,
    types,
    operands,
    onPath,
    cost: sum(operands) + costWeights[declaration.cost],
    inRecord: anyInRecord(operands),
  }));
}

function planMembership(
  resolution: Extract<Resolution, { kind: 'membership' }>,
  parts: readonly Expression[],
  scope: PlanScope,
): PlanNode {
  const { list, negated } = resolution;
  const [part] = parts;
  if (!part) throw new Error('a membership test has an operand');
  const operand = planExpression(part, scope);
  const operandType = scope.meaning.type(part);
  return scope.graph.node(`member ${list.id} ${negated ? 'not' : ''} ${operand.id}`, [operand], () => {
    const index = scope.graph.membershipCount;
    return {
      kind: 'membership',
      list,
      negated,
      operand,
      operandType,
      index,
      cost: operand.cost + costWeights.c2,
      inRecord: operand.inRecord,
    };
  });
}

interface AggregateValue {
  readonly node: PlanNode | null;
  readonly type: Type | null;
}

/** Money of several records is brought into one currency first: the one written, else the organization's. */
function planValue(node: AggregateNode, scope: PlanScope): AggregateValue {
  if (node.value === null) return { node: null, type: null };
  const type = scope.meaning.type(node.value);
  const value = planExpression(node.value, scope);
  if (type.kind !== 'money' || type.currency !== undefined) return { node: value, type };
  const { baseCurrency } = scope;
  return { node: planConvert(value, baseCurrency, scope), type: { kind: 'money', currency: baseCurrency } };
}

function planAggregate(node: AggregateNode, outer: PlanScope): PlanNode {
  const resolution = outer.meaning.resolution(node);
  if (resolution?.kind !== 'aggregate') throw new Error('the checker gave an aggregate no window');
  const { declaration, window: frame } = resolution;
  const { spanMs, spanMonths, prior } = frame;
  const span = { spanMs, spanMonths };
  const capped = frame.cost === 'c4';
  const window = outer.graph.window(frame.source, frame.links, span, capped);
  const scope = { ...outer, window };
  const value = planValue(node, scope);
  const where = node.where && planCondition(node.where, scope);
  const operands = [value.node, where].filter((operand) => operand !== null);
  const key = [
    declaration.name,
    window.id,
    spanMs,
    spanMonths,
    prior,
    capped,
    value.node?.id ?? '',
    value.type ? typeKey(value.type) : '',
    where?.id ?? '',
  ].join(' ');
  return outer.graph.node(`aggregate ${key}`, operands, () => ({
    kind: 'aggregate',
    declaration,
    window,
    span,
    prior,
    capped,
    value: value.node,
    valueType: value.type,
    where,
    cost: costWeights[frame.cost] + operands.reduce((total, operand) => total + operand.cost, 0),
    inRecord: false,
  }));
}
