import type { Expression } from '../ast/expression.js';
import type { OperationNode, OperatorName } from '../ast/operation-node.js';
import { formatPath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import { encodeAggregate } from './encode-aggregate.js';
import { encodeConditionNode } from './encode-condition-node.js';
import { nameOf, type EncodeScope } from './encode-context.js';
import { encodeLiteral } from './encode-literal.js';
import { arithmeticSigns, operatorForms, type OperatorForm } from './leaf-operators.js';
import type { ValueJson } from './value-json.js';

type Writers = {
  readonly [K in Expression['kind']]: (node: Extract<Expression, { kind: K }>, scope: EncodeScope) => ValueJson;
};

const literal = (node: Expression): ValueJson => encodeLiteral(node) as ValueJson;
const condition = (node: Expression, scope: EncodeScope): ValueJson => ({ $cond: encodeConditionNode(node, scope) });

const writers: Writers = {
  textLiteral: literal,
  rawTextLiteral: (node) => ({ $pattern: node.value }),
  numberLiteral: literal,
  percentLiteral: literal,
  moneyLiteral: literal,
  durationLiteral: literal,
  distanceLiteral: literal,
  dateLiteral: literal,
  datetimeLiteral: literal,
  booleanLiteral: literal,
  arrayLiteral: (node, scope) => node.items.map((item) => encodeValue(item, scope)),
  path: (node, scope) => {
    const name = nameOf(node, scope);
    return name === null ? { $field: toJsonPath(node.steps, scope) } : { $name: name };
  },
  listReference: (node) => ({ $list: node.name }),
  listTypeReference: (node) => ({ $listType: node.type }),
  call: ({ name, args, members }, scope) => ({
    $call: name,
    args: args.map((arg) => encodeValue(arg, scope)),
    ...(members.length === 0 ? {} : { path: formatPath(members) }),
  }),
  convert: (node, scope) => ({ $as: node.currency, of: encodeValue(node.operand, scope) }),
  aggregate: (node, scope) => ({ $aggregate: encodeAggregate(node, scope) }),
  operation: (node, scope) => operationWriters[operatorForms[node.operator]](node, scope),
  and: condition,
  or: condition,
  none: condition,
  atLeast: condition,
  not: condition,
};

type ArithmeticOperator = keyof typeof arithmeticSigns;
const signOf = (operator: OperatorName) => arithmeticSigns[operator as ArithmeticOperator];
const operandsOf = (node: OperationNode, scope: EncodeScope): ValueJson[] =>
  node.operands.map((each) => encodeValue(each, scope));

/** `a otherwise b otherwise c` is left-associative. */
function choicesOf(node: OperationNode): readonly Expression[] {
  const [first, ...rest] = node.operands;
  const isChain = first?.kind === 'operation' && first.operator === 'otherwise';
  return isChain ? [...choicesOf(first), ...rest] : node.operands;
}

const operationWriters: Readonly<Record<OperatorForm, (node: OperationNode, scope: EncodeScope) => ValueJson>> = {
  binary: condition,
  range: condition,
  membership: condition,
  presence: condition,
  pattern: condition,
  recency: condition,
  similarity: condition,
  hours: condition,
  distance: condition,
  arithmetic: (node, scope) => ({ $op: signOf(node.operator), args: operandsOf(node, scope) }),
  negation: (node, scope) => encodeLiteral(node) ?? { $neg: operandsOf(node, scope)[0] as ValueJson },
  choice: (node, scope) => ({ $otherwise: choicesOf(node).map((each) => encodeValue(each, scope)) }),
};

/** Encodes a value of the expression tree. */
export function encodeValue(node: Expression, scope: EncodeScope): ValueJson {
  return (writers[node.kind] as (node: Expression, scope: EncodeScope) => ValueJson)(node, scope);
}
