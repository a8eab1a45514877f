import { compareNumeric, foldText, type Money, type Numeric } from '@tamis/stdx';
import type { Expression } from '../ast/expression.js';
import type { OperationNode } from '../ast/operation-node.js';
import { childExpressions } from '../check/child-expressions.js';
import type { Resolution } from '../check/semantic-model.js';
import type { Type, TypeKind } from '../types/type.js';
import { isUnknown } from '../values/unknown.js';
import { readValue } from '../values/read-value.js';
import type { Value } from '../values/value.js';
import { typeKey, valueKey } from './canonical-key.js';
import type { VariableReader } from './read-variable.js';
import { absent, failed, knownAs, notKnown, type StateSet } from './state-set.js';
import type { Variable } from './variable.js';
import { allOf, complement, rangeOf, valuesOf, type Scalar, type ValueSet } from './value-set.js';

/**
 * A comparison as a question about one variable: the states in which it is true, false or unknown. Each set contains every state that may
 * have the outcome, so it may be too large but never too small.
 */
interface Leaf {
  readonly thing: Variable;
  readonly whenTrue: StateSet;
  readonly whenFalse: StateSet;
  readonly whenUnknown: StateSet;
}

type Application = Extract<Resolution, { kind: 'application' }>;

/** Operators that are the negation of another one. */
const opposites: Readonly<Record<string, string>> = {
  neq: 'eq',
  not_between: 'between',
  not_in: 'in',
  not_in_ip_range: 'in_ip_range',
  not_in_custom_list: 'in_custom_list',
  not_in_list_type: 'in_list_type',
  not_contains: 'contains',
  contains_none: 'contains_any',
  contains_none_from_custom_list: 'contains_any_from_custom_list',
  not_contains_all: 'contains_all',
  not_starts_with: 'starts_with',
  not_ends_with: 'ends_with',
  not_matches: 'matches',
  exists: 'not_exists',
  is_not_empty: 'is_empty',
  not_before: 'before',
  not_after: 'after',
  not_within_last: 'within_last',
  not_within_distance: 'within_distance',
  is_not_multiple_of: 'is_multiple_of',
  not_fuzzy_match: 'fuzzy_match',
  not_fuzzy_match_custom_list: 'fuzzy_match_custom_list',
  not_outside_entity_operational_hours: 'outside_entity_operational_hours',
  not_inside_entity_operational_hours: 'inside_entity_operational_hours',
};

/** Positions of `a` relative to `b` for which the operator is true: -1 before, 0 equal, 1 after. */
const orders: Readonly<Record<string, readonly number[]>> = {
  eq: [0],
  lt: [-1],
  lte: [-1, 0],
  gt: [1],
  gte: [0, 1],
  before: [-1],
  after: [1],
};

const textKinds: ReadonlySet<TypeKind> = new Set(['text', 'enum', 'country', 'currency', 'ip', 'entity', 'bool']);
const lineKinds: ReadonlySet<TypeKind> = new Set(['number', 'duration', 'distance']);
const timeKinds: ReadonlySet<TypeKind> = new Set(['date', 'datetime']);

/** Longer lists are compared as a whole instead of by value. */
const maxListLength = 200;

const opposite = (leaf: Leaf): Leaf => ({ ...leaf, whenTrue: leaf.whenFalse, whenFalse: leaf.whenTrue });

/** Returns a leaf that is true for these known values and false for all others. */
const isAmong = (thing: Variable, values: ValueSet): Leaf => ({
  thing,
  whenTrue: knownAs(values),
  whenFalse: knownAs(complement(values, thing.domain)),
  whenUnknown: notKnown(thing.domain),
});

function ordered(thing: Variable, at: Scalar, where: readonly number[]): Leaf {
  const bound = { at, closed: true };
  const open = { at, closed: false };
  const parts = [
    where.includes(-1) ? rangeOf({ low: null, high: where.includes(0) ? bound : open }, thing.domain) : null,
    where.includes(1) ? rangeOf({ low: where.includes(0) ? bound : open, high: null }, thing.domain) : null,
  ].filter((part) => part !== null);
  return isAmong(thing, parts[0] ?? valuesOf([at], thing.domain));
}

/** Reads the comparisons of one rule. */
export class LeafReader {
  readonly things: VariableReader;
  private readonly known = new Map<Expression, Leaf>();

  constructor(things: VariableReader) {
    this.things = things;
  }

  leaf(node: Expression): Leaf {
    const found = this.known.get(node);
    if (found) return found;
    const leaf = this.read(node);
    this.known.set(node, leaf);
    return leaf;
  }

  private read(node: Expression): Leaf {
    const { meaning } = this.things.rule;
    const resolution = meaning.resolution(node);
    if (node.kind === 'operation' && resolution?.kind === 'application') return this.operation(node, resolution);
    const thing = this.things.value(node, { kind: 'bool' });
    return isAmong(thing, valuesOf(['true'], thing.domain));
  }

  private operation(node: OperationNode, resolution: Application): Leaf {
    const { name } = resolution.declaration;
    const positive = opposites[name] ?? name;
    const leaf = this.positive(node, positive, resolution) ?? this.opaque(node, positive, resolution);
    return positive === name ? leaf : opposite(leaf);
  }

  /** Returns a leaf of which nothing is known except that equal comparisons have equal results. */
  private opaque(node: OperationNode, name: string, { operandTypes, implied = [] }: Application): Leaf {
    const parts = childExpressions(node).map((part) => this.things.keys.keyOf(part));
    const key = `${name}(${parts.join(',')}) ${operandTypes.map(typeKey).join(';')} ${valueKey([...implied])}`;
    const thing = this.things.truth(node, key);
    return isAmong(thing, valuesOf(['true'], thing.domain));
  }

  private positive(node: OperationNode, name: string, { operandTypes }: Application): Leaf | null {
    const [a, b, c] = node.operands;
    if (!a) return null;
    if (name === 'not_exists') return this.missing(a);
    if (name === 'is_empty') return this.empty(a);
    if (!b) return null;
    if (name === 'in') return this.among(a, b, operandTypes);
    if (name === 'between') return c ? this.between(a, [b, c], operandTypes) : null;
    if (name === 'within_last') return this.recent(a, b, operandTypes);
    const where = orders[name];
    return where ? this.compared(a, b, where, operandTypes) : null;
  }

  /**
   * Returns a constant as read for the type of the other side; `undefined` if it is not constant, or reading it requires further
   * information.
   */
  private constant(node: Expression, type: Type | undefined): Value | undefined {
    const { meaning } = this.things.rule;
    const value = this.things.keys.constant(node);
    if (value === undefined || !type) return undefined;
    const own = meaning.type(node);
    if (own.kind === type.kind) return value;
    if (!textKinds.has(type.kind)) return own.kind === 'text' ? undefined : value;
    const read = readValue(value, type, '', 'UTC');
    return isUnknown(read) ? undefined : read;
  }

  private compared(a: Expression, b: Expression, where: readonly number[], types: readonly Type[]): Leaf | null {
    const [x, y] = [this.constant(a, types[0]), this.constant(b, types[1])];
    if (x !== undefined && y !== undefined) return null;
    if (x !== undefined)
      return this.against(
        b,
        x,
        where.map((each) => -each),
        [types[1], types[0]],
      );
    return y === undefined ? this.related(a, b, where, types) : this.against(a, y, where, types);
  }

  /** Reads a comparison of a value with a constant. */
  private against(
    node: Expression,
    value: Value,
    where: readonly number[],
    types: readonly (Type | undefined)[],
  ): Leaf | null {
    const [type, other] = types;
    if (!type || !other) return null;
    const isEquality = where.length === 1 && where[0] === 0;
    if (textKinds.has(type.kind) && isEquality) return this.points(node, [value], type);
    const placed = this.placeOnLine(node, type, value, other);
    return placed && ordered(placed.thing, placed.at, where);
  }

  private points(node: Expression, values: readonly Value[], type: Type): Leaf {
    const thing = this.things.value(node, type);
    const isFolded = type.kind === 'text' && type.collation === 'ci';
    const points = values.map((value) => (isFolded ? foldText(value as string) : String(value as string | boolean)));
    return isAmong(thing, valuesOf(points, thing.domain));
  }

  /** Returns the scale that contains both a value and a constant; `null` if that would require an exchange rate or a time zone. */
  private placeOnLine(node: Expression, type: Type, value: Value, other: Type): { thing: Variable; at: Scalar } | null {
    if (type.kind === 'money') {
      if (other.kind === 'number') return { thing: this.things.amount(node, null), at: value as Numeric };
      if (other.kind !== 'money') return null;
      const { amount, currency } = value as Money;
      const isConverted = type.currency !== undefined && type.currency !== currency;
      return isConverted ? null : { thing: this.things.amount(node, currency), at: amount };
    }
    if (lineKinds.has(type.kind) && other.kind === type.kind)
      return { thing: this.things.value(node, type), at: value as Numeric };
    if (!timeKinds.has(type.kind) || !timeKinds.has(other.kind)) return null;
    if (typeof value === 'string')
      return { thing: type.kind === 'date' ? this.things.value(node, type) : this.things.day(node), at: value };
    return type.kind === 'datetime' ? { thing: this.things.value(node, type), at: value as Numeric } : null;
  }

  /** Reads a comparison of two values that both depend on the data. */
  private related(a: Expression, b: Expression, where: readonly number[], types: readonly Type[]): Leaf | null {
    const [left, right] = types;
    if (!left || left.kind !== right?.kind || left.kind === 'any') return null;
    // Amounts are compared in the currency of one side, so swapping the sides may change the result.
    const { thing, orientation } = this.things.order(a, b, types, left.kind !== 'money');
    const points = where.map((each) => String(each * orientation + 0));
    const isLine = lineKinds.has(left.kind) || timeKinds.has(left.kind) || left.kind === 'money';
    if (isLine) return isAmong(thing, valuesOf(points, thing.domain));
    const isDisjoint =
      left.kind === 'enum' && right.kind === 'enum' && !left.values.some((value) => right.values.includes(value));
    const leaf = isAmong(thing, valuesOf(['0'], thing.domain));
    return isDisjoint ? { ...leaf, whenTrue: knownAs(valuesOf([], thing.domain)) } : leaf;
  }

  private between(node: Expression, bounds: readonly Expression[], types: readonly Type[]): Leaf | null {
    const [type, ...others] = types;
    const placed = bounds.map((bound, index) => {
      const other = others[index];
      const value = this.constant(bound, other);
      return type && other && value !== undefined ? this.placeOnLine(node, type, value, other) : null;
    });
    const [low, high] = placed;
    if (!low || !high || low.thing.key !== high.thing.key) return null;
    const range = { low: { at: low.at, closed: true }, high: { at: high.at, closed: true } };
    return isAmong(low.thing, rangeOf(range, low.thing.domain));
  }

  private among(node: Expression, list: Expression, types: readonly Type[]): Leaf | null {
    const [type, listType] = types;
    const written = this.things.resolveName(list);
    const element = listType?.kind === 'list' ? listType.element : undefined;
    if (!type || element?.kind !== type.kind || written.kind !== 'arrayLiteral') return null;
    if (written.items.length > maxListLength || this.constant(node, type) !== undefined) return null;
    const values = written.items.map((item) => this.constant(item, type));
    if (values.includes(undefined)) return null;
    if (textKinds.has(type.kind)) return this.points(node, values as Value[], type);
    const isLine = lineKinds.has(type.kind) || timeKinds.has(type.kind);
    if (!isLine || values.some((value) => (typeof value === 'string') !== (type.kind === 'date'))) return null;
    const thing = this.things.value(node, type);
    return isAmong(thing, valuesOf(values as Scalar[], thing.domain));
  }

  /** `t is within last D`: now minus D is before t, and t is not in the future. */
  private recent(time: Expression, length: Expression, types: readonly Type[]): Leaf | null {
    const duration = this.constant(length, types[1]);
    const isFixed = types[1]?.kind === 'duration' && types[1].calendar !== true;
    if (types[0]?.kind !== 'datetime' || !isFixed || typeof duration !== 'number') return null;
    if (compareNumeric(Math.abs(duration), 4e12) > 0) return null;
    const thing = this.things.age(time);
    const range = { low: { at: 0, closed: true }, high: { at: duration, closed: false } };
    return isAmong(thing, rangeOf(range, thing.domain));
  }

  /** Returns the variable whose presence is tested, read in the same way as elsewhere. */
  private present(node: Expression): Variable {
    const type = this.things.rule.meaning.type(this.things.resolveName(node));
    return type.kind === 'money' ? this.things.amount(node, null) : this.things.value(node, type);
  }

  private missing(node: Expression): Leaf {
    const thing = this.present(node);
    const { domain } = thing;
    const present = knownAs(allOf(domain));
    if (this.things.field(node))
      return {
        thing,
        whenTrue: absent(domain),
        whenFalse: { ...present, failed: true },
        whenUnknown: knownAs(valuesOf([], domain)),
      };
    return { thing, whenTrue: absent(domain), whenFalse: present, whenUnknown: failed(domain) };
  }

  /** Reads a test for emptiness of a text. For other values, what counts as empty depends on the type. */
  private empty(node: Expression): Leaf | null {
    const type = this.things.rule.meaning.type(this.things.resolveName(node));
    if (type.kind !== 'text' || !this.things.field(node)) return null;
    // Distinguished from every other text, including those that are equal to it without case and accents.
    const thing = this.things.value(node, { kind: 'text', collation: 'cs' });
    const { domain } = thing;
    const blank = valuesOf([''], domain);
    return {
      thing,
      whenTrue: { absent: true, failed: true, known: blank },
      whenFalse: { absent: false, failed: true, known: complement(blank, domain) },
      whenUnknown: knownAs(valuesOf([], domain)),
    };
  }
}
