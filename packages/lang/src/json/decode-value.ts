import { aggregateNames } from '../ast/aggregate-node.js';
import { arrayLiteral } from '../ast/array-literal.js';
import { booleanLiteral } from '../ast/boolean-literal.js';
import { callNode } from '../ast/call-node.js';
import { convertNode } from '../ast/convert-node.js';
import type { Expression } from '../ast/expression.js';
import { listReference } from '../ast/list-reference.js';
import { listTypeReference } from '../ast/list-type-reference.js';
import { operationNode, type OperatorName } from '../ast/operation-node.js';
import { textLiteral } from '../ast/text-literal.js';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0905 } from '../diagnostics/codes/e0905.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { numericText } from '@tamis/stdx';
import { parsePath } from '../paths/path-syntax.js';
import { decodeAggregate } from './decode-aggregate.js';
import { decodeConditionNode } from './decode-condition-node.js';
import {
  describeJson,
  inside,
  isAbsent,
  isRecord,
  member,
  DecodeContext,
  type JsonRecord,
  type DecodePosition,
  positionAt,
} from './decode-context.js';
import { decodeIdentifier, decodeName, decodePath, maxPathLength, pathSizeProblem } from './decode-path.js';
import { decodePattern } from './decode-pattern.js';
import { limits } from '../limits.js';
import { literalCodecs } from './literal-codecs.js';
import { literalTags, type LiteralTag } from './literal-json.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';

type Reader = (record: JsonRecord, place: DecodePosition, context: DecodeContext) => Expression | null;

interface TagReader {
  /** Members in addition to the tag. */
  readonly keys: readonly string[];
  readonly read: Reader;
}

const signs: ReadonlyMap<unknown, OperatorName> = new Map<unknown, OperatorName>([
  ['+', 'add'],
  ['-', 'subtract'],
  ['*', 'multiply'],
  ['/', 'divide'],
]);

/** Returns the position one level of brackets deeper, as it would be in text. */
const nested = (place: DecodePosition): DecodePosition => ({ ...place, valueDepth: place.valueDepth + 1 });

function literalReader(tag: LiteralTag): TagReader {
  const read: Reader = (record, place, context) => {
    const text = context.text(member(record, tag), inside(place, tag), `the text of ${tag}`, limits.textCodePoints);
    if (text === null) return null;
    const { example, read: parse } = literalCodecs[tag];
    return (
      parse(text) ??
      context.report(
        e0107,
        inside(place, tag),
        `${describeJson(text)} is not a ${tag} literal`,
        `such as \`${example}\``,
      )
    );
  };
  return { keys: [], read };
}

const readOperation: Reader = (record, place, context) => {
  const sign = member(record, '$op');
  const operator = signs.get(sign);
  const args = context.items(member(record, 'args'), inside(place, 'args'), 'operands', 2, e0913);
  if (operator === undefined)
    return typeof sign === 'string'
      ? context.word(inside(place, '$op'), 'arithmetic sign', sign, ['+', '-', '*', '/'])
      : context.wrongShape(inside(place, '$op'), 'an arithmetic sign', sign);
  if (args === null) return null;
  if (args.length < 2) return context.wrongShape(inside(place, 'args'), 'a second operand', undefined);
  const [left, right] = args;
  // In text, brackets are required around a sum in a product, and around anything on the right-hand side.
  const looser = (operator === 'multiply' || operator === 'divide') && isRecord(left) && Object.hasOwn(left, '$op');
  const inner = inside(place, 'args');
  const a = decodeValue(left, looser ? nested(inside(inner, 0)) : inside(inner, 0), context);
  const b = decodeValue(right, nested(inside(inner, 1)), context);
  return a === null || b === null ? null : operationNode(operator, [a, b]);
};

const readOtherwise: Reader = (record, place, context) => {
  const inner = inside(place, '$otherwise');
  const choices = context.items(member(record, '$otherwise'), inner, 'values', limits.argumentsPerCall, e0913);
  if (choices === null) return null;
  if (choices.length < 2) return context.wrongShape(inner, 'a second value', undefined);
  // `a otherwise b otherwise c` is left-associative.
  return combine(decodeAll(choices, nested(inner), context), (values) =>
    values.reduce((left, right) => operationNode('otherwise', [left, right])),
  );
};

/** Decodes the steps after `)`. */
function decodeMembers(json: unknown, place: DecodePosition, context: DecodeContext): readonly string[] | null {
  if (isAbsent(json)) return [];
  const written = context.text(json, place, 'a path', maxPathLength);
  if (written === null) return null;
  const steps = parsePath(written);
  if (steps === null) return context.report(e0101, place, `${describeJson(written)} is not a path`);
  const problem = pathSizeProblem(steps);
  return problem === null ? steps : context.report(e0914, place, problem);
}

const readCall: Reader = (record, place, context) => {
  const name = decodeIdentifier(member(record, '$call'), inside(place, '$call'), 'the name of a function', context);
  const json = member(record, 'args');
  const args = context.items(json ?? [], inside(place, 'args'), 'arguments', limits.argumentsPerCall, e0913);
  const members = decodeMembers(member(record, 'path'), inside(place, 'path'), context);
  if (name === null || args === null || members === null) return null;
  if (aggregateWords.has(name))
    return context.wrongShape(inside(place, '$call'), 'a function (an aggregate is `$aggregate`)', name);
  return combine(decodeAll(args, nested(inside(place, 'args')), context), (values) => callNode(name, values, members));
};

const readConversion: Reader = (record, place, context) => {
  const currency = decodeIdentifier(member(record, '$as'), inside(place, '$as'), 'a currency', context);
  const operand = decodeValue(member(record, 'of'), inside(place, 'of'), context);
  return currency === null || operand === null ? null : convertNode(operand, currency);
};

const readNegation: Reader = (record, place, context) => {
  const operand = decodeValue(member(record, '$neg'), nested(inside(place, '$neg')), context);
  return operand === null ? null : operationNode('negate', [operand]);
};

/** Returns a reader for a value that is a single text. */
const textReader =
  (tag: string, what: string, make: (text: string) => Expression): Reader =>
  (record, place, context) => {
    const text = context.text(member(record, tag), inside(place, tag), what, limits.textCodePoints);
    return text === null ? null : make(text);
  };

const tagReaders: ReadonlyMap<string, TagReader> = new Map<string, TagReader>([
  ...literalTags.map((tag): [string, TagReader] => [tag, literalReader(tag)]),
  [
    '$field',
    {
      keys: [],
      read: (record, place, context) => decodePath(member(record, '$field'), inside(place, '$field'), context),
    },
  ],
  [
    '$name',
    {
      keys: [],
      read: (record, place, context) => decodeName(member(record, '$name'), inside(place, '$name'), context),
    },
  ],
  ['$list', { keys: [], read: textReader('$list', 'the name of a list', (name) => listReference(name)) }],
  ['$listType', { keys: [], read: textReader('$listType', 'the type of a list', (type) => listTypeReference(type)) }],
  [
    '$pattern',
    {
      keys: [],
      read: (record, place, context) => decodePattern(member(record, '$pattern'), inside(place, '$pattern'), context),
    },
  ],
  ['$op', { keys: ['args'], read: readOperation }],
  ['$neg', { keys: [], read: readNegation }],
  ['$otherwise', { keys: [], read: readOtherwise }],
  ['$as', { keys: ['of'], read: readConversion }],
  ['$call', { keys: ['args', 'path'], read: readCall }],
  [
    '$aggregate',
    {
      keys: [],
      read: (record, place, context) =>
        decodeAggregate(member(record, '$aggregate'), inside(place, '$aggregate'), context),
    },
  ],
  [
    '$cond',
    {
      keys: [],
      read: (record, place, context) =>
        decodeConditionNode(member(record, '$cond'), nested(inside(place, '$cond')), context),
    },
  ],
]);

/** Whether an object is a tagged value rather than an object with its own keys. */
export const isValueTag = (key: string): boolean => tagReaders.has(key);

/** Words that are aggregates if followed by `(`. */
const aggregateWords: ReadonlySet<string> = new Set(aggregateNames);

const decodeAll = (items: readonly unknown[], place: DecodePosition, context: DecodeContext): (Expression | null)[] =>
  items.map((item, index) => decodeValue(item, inside(place, index), context));

const combine = (
  values: readonly (Expression | null)[],
  make: (values: readonly Expression[]) => Expression,
): Expression | null => (values.every((value) => value !== null) ? make(values) : null);

/** Returns `false` if the expression or the rule has become too large, which is reported once. */
export function countNode(place: DecodePosition, context: DecodeContext): boolean {
  const { nodesPerValue, nodesPerRule } = limits;
  const [inExpression, inRule] = [++place.expression.nodes, ++context.nodes];
  if (inExpression === nodesPerValue + 1)
    context.report(e0903, place, `more than ${nodesPerValue} values in one expression`);
  else if (inRule === nodesPerRule + 1) context.report(e0903, place, `more than ${nodesPerRule} values in one rule`);
  return inExpression <= nodesPerValue && inRule <= nodesPerRule;
}

function decodeScalar(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  if (typeof json === 'boolean') return booleanLiteral(json);
  if (typeof json === 'number' && Number.isFinite(json))
    return (
      literalCodecs.$number.read(numericText(json)) ??
      context.report(e0107, place, `${describeJson(json)} has more than ${String(limits.numberDigits)} digits`)
    );
  const text = context.text(json, place, 'a value', limits.textCodePoints);
  return text === null ? null : textLiteral(text);
}

function decodeArray(json: readonly unknown[], place: DecodePosition, context: DecodeContext): Expression | null {
  const items = context.items(json, place, 'elements', limits.listElements, e0905);
  if (items === null) return null;
  const inner = nested(place);
  return combine(
    items.map((item, index) => {
      const at = inside(inner, index);
      return typeof item === 'object' ? decodeValue(item, at, context) : decodeScalar(item, at, context);
    }),
    (values) => arrayLiteral(values),
  );
}

function decodeTagged(json: JsonRecord, place: DecodePosition, context: DecodeContext): Expression | null {
  const tag = Object.keys(json).find((key) => tagReaders.has(key));
  const reader = tag === undefined ? undefined : tagReaders.get(tag);
  if (tag === undefined || reader === undefined) {
    const [wrong] = Object.keys(json);
    return wrong?.startsWith('$') === true
      ? context.word(inside(place, wrong), 'kind of value', wrong, tagReaders.keys())
      : context.report(e0101, place, 'expected a value, got an object without a tag such as `$money` or `$field`');
  }
  const before = context.diagnostics.length;
  context.record(json, place, `a ${tag} value`, [tag, ...reader.keys]);
  return context.diagnostics.length > before ? null : reader.read(json, place, context);
}

/** Decodes a value in the expression tree; plain text, numbers and booleans stand for themselves. */
export function decodeValue(json: unknown, place: DecodePosition, context: DecodeContext): Expression | null {
  if (!countNode(place, context)) return null;
  if (place.valueDepth > limits.depth)
    return context.report(e0902, place, `values nested more than ${limits.depth} deep`);
  if (Array.isArray(json)) return decodeArray(json as readonly unknown[], place, context);
  return isRecord(json) ? decodeTagged(json, place, context) : decodeScalar(json, place, context);
}

export interface DecodedValue {
  /** `null` if and only if there are errors. */
  readonly value: Expression | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Decodes the JSON form of a standalone value, such as the setting of a parameter. Never throws. */
export function decodeSingleValue(json: unknown, path: string): DecodedValue {
  const context = new DecodeContext();
  const place = { ...positionAt(path, { target: 'transaction' }), expression: { nodes: 0 } };
  const value = decodeValue(json, place, context);
  return { value: context.diagnostics.length > 0 ? null : value, diagnostics: context.diagnostics };
}
