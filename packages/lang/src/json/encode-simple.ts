import type { Expression } from '../ast/expression.js';
import { formatPath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { LeafOptionsJson, SimpleConditionJson } from './condition-json.js';
import { nameOf, type EncodeScope } from './encode-context.js';
import { encodeLength } from './encode-length.js';
import { encodeLiteral } from './encode-literal.js';
import { encodeFuzzy } from './encode-options.js';
import {
  isComparison,
  membershipNamed,
  operatorForms,
  type ComparisonOperator,
  type MembershipKind,
  type OperatorForm,
} from './leaf-operators.js';
import type { LiteralJson, TaggedLiteralJson } from './literal-json.js';

/** Functions that only determine how a text field is compared. */
const collationOptions = { exact: 'cs', folded: 'ci' } as const;

type Subject = Pick<SimpleConditionJson, 'field' | 'options'>;
type Operand = Pick<SimpleConditionJson, 'value' | 'valueField'>;
type Tail = Operand & Pick<SimpleConditionJson, 'operator'>;

/** Returns the field of a simple leaf: a path, a path in `exact` or `folded`, or an amount with the path of its currency. */
function encodeSubject(node: Expression, scope: EncodeScope): Subject | null {
  if (node.kind === 'path') return { field: toJsonPath(node.steps, scope) };
  if (node.kind !== 'call' || node.members.length > 0) return null;
  const [first, second, ...others] = node.args;
  if (first?.kind !== 'path' || others.length > 0) return null;
  const field = toJsonPath(first.steps, scope);
  if (node.name === 'money')
    return second?.kind === 'path' ? { field, options: { currencyOf: toJsonPath(second.steps, scope) } } : null;
  if (second !== undefined || !Object.hasOwn(collationOptions, node.name)) return null;
  return { field, options: { collation: collationOptions[node.name as keyof typeof collationOptions] } };
}

function encodeOperand(node: Expression, scope: EncodeScope): Operand | null {
  if (node.kind === 'path') {
    const name = nameOf(node, scope);
    return name === null ? { valueField: toJsonPath(node.steps, scope) } : { value: { $name: name } };
  }
  const value = encodeLiteral(node);
  return value === null ? null : { value };
}

const address = /^(\d{1,3}(\.\d{1,3}){3}|[0-9a-fA-F]*:[0-9a-fA-F]*:[0-9a-fA-F:.]*)(\/\d{1,3})?$/;

const isAddressList = (value: Operand['value']): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  (value as readonly LiteralJson[]).every((item) => typeof item === 'string' && address.test(item));

/** Returns the right side of a membership test for which JSON has a separate operator. */
function specialSide(node: Expression, scope: EncodeScope): { right: MembershipKind; operand: Operand } | null {
  if (node.kind === 'listReference') return { right: 'list', operand: { value: node.name } };
  if (node.kind === 'listTypeReference') return { right: 'listType', operand: { value: node.type } };
  const name = nameOf(node, scope);
  if (name !== null && scope.lists.has(name)) return { right: 'list', operand: { value: { $name: name } } };
  const operand = encodeOperand(node, scope);
  return isAddressList(operand?.value) && operand !== null ? { right: 'addresses', operand } : null;
}

/** Encodes a membership test according to its right side: a data list, all lists of a type, addresses, or any other array. */
function encodeMembership(operator: ComparisonOperator, node: Expression, scope: EncodeScope): Tail | null {
  const special = specialSide(node, scope);
  const named = special === null ? null : membershipNamed(operator, special.right);
  if (special !== null && named !== null) return { operator: named, ...special.operand };
  const operand = encodeOperand(node, scope);
  return operand === null ? null : { operator, ...operand };
}

type TailWriter = (operator: ComparisonOperator, rest: readonly Expression[], scope: EncodeScope) => Tail | null;

const single =
  (write: (node: Expression, scope: EncodeScope, operator: ComparisonOperator) => Operand | null): TailWriter =>
  (operator, [first, ...others], scope) => {
    const operand = first === undefined || others.length > 0 ? null : write(first, scope, operator);
    return operand === null ? null : { operator, ...operand };
  };

const hourWords: ReadonlyMap<string, string> = new Map([
  ['origin', 'origin'],
  ['destination', 'destination'],
  ['entity', 'self'],
]);

/** Returns the plain text of a leaf, such as a pattern or the name of a list; `null` for other kinds of nodes. */
const textOf = (node: Expression): string | null => {
  if (node.kind === 'rawTextLiteral' || node.kind === 'textLiteral') return node.value;
  return node.kind === 'listReference' ? node.name : null;
};

const textOperand = (node: Expression, scope: EncodeScope): Operand | null => {
  const text = textOf(node);
  return text === null ? encodeOperand(node, scope) : { value: text };
};

const writers: Partial<Readonly<Record<OperatorForm, TailWriter>>> = {
  binary: single(encodeOperand),
  presence: (operator, rest) => (rest.length === 0 ? { operator } : null),
  range: (operator, rest) => {
    const bounds = rest.map(encodeLiteral);
    return bounds.every((bound) => bound !== null) ? { operator, value: bounds } : null;
  },
  membership: (operator, [first, ...others], scope) =>
    first === undefined || others.length > 0 ? null : encodeMembership(operator, first, scope),
  pattern: single(textOperand),
  recency: single((node) =>
    node.kind === 'durationLiteral' || node.kind === 'path' ? { value: encodeLength(node) } : null,
  ),
  similarity: single((node, scope, operator) =>
    operator.endsWith('_custom_list') ? textOperand(node, scope) : encodeOperand(node, scope),
  ),
  hours: single((node) => {
    const value = node.kind === 'path' ? hourWords.get(formatPath(node.steps)) : undefined;
    return value === undefined ? null : { value };
  }),
  distance: (operator, [distance, of], scope) =>
    distance?.kind === 'distanceLiteral' && of?.kind === 'path'
      ? {
          operator,
          value: { distance: encodeLiteral(distance) as TaggedLiteralJson, of: toJsonPath(of.steps, scope) },
        }
      : null,
};

const withOptions = (...all: readonly (LeafOptionsJson | undefined)[]): { readonly options?: LeafOptionsJson } => {
  const options: LeafOptionsJson = Object.assign({}, ...all) as LeafOptionsJson;
  return Object.keys(options).length === 0 ? {} : { options };
};

/**
 * Returns a comparison of one field with a literal, a name or another field; `null` for everything else. The caller verifies by decoding
 * that nothing was lost.
 */
export function encodeSimple(node: Expression, scope: EncodeScope): SimpleConditionJson | null {
  const comparison = node.kind === 'operation' && isComparison(node.operator) ? node : null;
  if (comparison === null) {
    const bare = encodeSubject(node, scope);
    return bare === null ? null : { field: bare.field, operator: 'is_true', ...withOptions(bare.options) };
  }
  const operator = comparison.operator as ComparisonOperator;
  const [left, ...rest] = comparison.operands;
  const subject = left === undefined ? null : encodeSubject(left, scope);
  const tail = writers[operatorForms[operator]]?.(operator, rest, scope) ?? null;
  if (subject === null || tail === null) return null;
  const fuzzy = comparison.options === null ? undefined : encodeFuzzy(comparison.options);
  return { field: subject.field, ...tail, ...withOptions(subject.options, fuzzy) };
}
