import {
  resolveOverload,
  parsePath,
  readExpression,
  type Expression,
  type FieldDeclaration,
  type Type,
} from '@tamis/lang';
import { isReadAs } from './operators.js';
import { pathCandidate, type Probe } from './probe.js';
import type { CompletionScope } from './completion-scope.js';

/** Returns a key of the type. Two types with the same key behave alike in every expression. */
function keyOf(type: Type): string {
  const known = keys.get(type);
  if (known !== undefined) return known;
  const key = JSON.stringify(type);
  keys.set(type, key);
  return key;
}

/** Keys by type object, since fields share the objects of their types. */
const keys = new WeakMap<Type, string>();

const anyType: Type = { kind: 'any' };

/** A literal of each kind, for functions whose result type no field has. */
const samples: Readonly<Partial<Record<Type['kind'], string>>> = {
  bool: 'true',
  number: '1',
  money: '1 USD',
  text: '"x"',
  duration: '1h',
  distance: '1 km',
  date: '2026-01-01',
  datetime: '2026-01-01T00:00:00Z',
};

const literalCandidate = (text: string): Expression | null => readExpression(text).expression;

/** Decides what fits the position of the next value. The checker decides, once per type. */
export class TypedHole {
  readonly #known = new Map<string, boolean>();

  constructor(private readonly situation: CompletionScope) {}

  /** Whether anything fits. This is so at the start of a condition, a `let` or an item of a group, where the text that follows decides. */
  get isFree(): boolean {
    const { segment, situation } = { segment: this.situation.segment, situation: this.situation };
    if (segment.text.trim() !== '') return situation.mentionsParameter(segment.text);
    return segment.inside?.kind !== 'call' && situation.aggregateValue === null;
  }

  #sibling: ReturnType<Probe['siblingOf']> | undefined;

  /** The other side of the operator. `null` if there is none or it is wrong. */
  get sibling(): ReturnType<Probe['siblingOf']> {
    const { segment, probe } = this.situation;
    if (segment.text.trim() === '') return null;
    this.#sibling ??= probe.siblingOf(segment.text, segment.closing);
    return this.#sibling;
  }

  /** Returns the fields that fit. */
  fields(fields: readonly FieldDeclaration[]): readonly FieldDeclaration[] {
    if (this.isFree) return fields;
    this.#askAll();
    return fields.filter(({ type }) => this.#known.get(keyOf(type)) === true);
  }

  /**
   * Checks one expression for every type that a field can have here, and for the literals, all at once, because each call has a high fixed
   * cost.
   */
  #askAll(): void {
    if (this.#known.size > 0) return;
    const asked = new Map<string, { readonly type: Type; readonly node: Expression }>();
    for (const { type, path } of [...this.situation.recordFields, ...this.situation.subjectFields]) {
      const key = keyOf(type);
      if (!asked.has(key)) asked.set(key, { type, node: pathCandidate(parsePath(path) ?? []) });
    }
    for (const [kind, text] of Object.entries(samples)) {
      const node = literalCandidate(text);
      if (node) asked.set(kind, { type: { kind } as Type, node });
    }
    const fits = this.#fit([...asked.values()]);
    for (const [index, key] of [...asked.keys()].entries()) this.#known.set(key, fits[index] ?? false);
  }

  /** Returns which of the expressions fit. `null` stands for an unknown expression and always fits. */
  expressions(texts: readonly (string | null)[]): readonly boolean[] {
    if (this.isFree) return texts.map(() => true);
    const isAlone = this.situation.segment.text.trim() === '';
    const asked = texts.map((text) => {
      const node = text === null ? null : literalCandidate(text);
      const type = node && (isAlone ? this.situation.typeOf(text ?? '') : anyType);
      return node && type ? { type, node } : null;
    });
    const right = asked.filter((each) => each !== null);
    const fits = this.#fit(right);
    let next = 0;
    return asked.map((each, index) => (each ? (fits[next++] ?? false) : texts[index] === null));
  }

  /** Whether a value of a type fits, if no expression of that type is available. */
  type(type: Type): boolean {
    if (this.isFree || type.kind === 'any') return true;
    this.#askAll();
    const known = this.#known.get(keyOf(type)) ?? this.#known.get(type.kind);
    if (known !== undefined) return known;
    // A field of the same kind represents the type.
    const { subjectFields, recordFields } = this.situation;
    const alike = [...recordFields, ...subjectFields].find((each) => each.type.kind === type.kind);
    return alike !== undefined && this.#known.get(keyOf(alike.type)) === true;
  }

  #fit(candidates: readonly { readonly type: Type; readonly node: Expression }[]): readonly boolean[] {
    const { segment } = this.situation;
    if (segment.text.trim() === '') return candidates.map(({ type }) => this.#fitsAround(type));
    const types = this.situation.probe.typesWith(
      segment.text,
      segment.closing,
      candidates.map(({ node }) => node),
    );
    if (!types) return candidates.map(() => true);
    return types.map((type) => type !== null && (this.#endsHere ? this.#fitsAround(type) : true));
  }

  /** Inside a call, the whole segment is the argument. */
  get #endsHere(): boolean {
    return this.situation.segment.inside?.kind === 'call';
  }

  #fitsAround(type: Type): boolean {
    const { situation } = this;
    const { segment } = situation;
    if (segment.inside?.kind === 'call') return fitsCall(type, situation);
    const aggregate = situation.aggregateValue;
    if (!aggregate) return true;
    const isDistinct =
      situation.cursor.tokens[segment.inside ? segment.inside.at + 1 : -1]?.tokenType.name === 'Distinct';
    const fold = isDistinct ? aggregate.distinct : aggregate;
    return fold ? fold.result(type) !== null : false;
  }
}

/** Whether some overload of the function accepts the type for the argument that is being written, given the arguments before it. */
function fitsCall(type: Type, situation: CompletionScope): boolean {
  const { segment, cursor } = situation;
  const bracket = segment.inside;
  if (!bracket) return true;
  const name = cursor.tokens[bracket.at - 1]?.image ?? '';
  const declaration = situation.catalogue.function(name);
  if (!declaration) return true;
  const before = argumentsBefore(situation).map((text) => situation.typeOf(text) ?? anyType);
  const most = Math.max(...declaration.signatures.map((each) => each.operands.length + (each.atMost ?? 0)));
  for (let count = before.length + 1; count <= most; count++) {
    const rest = Array.from({ length: count - before.length - 1 }, () => anyType);
    const fit = resolveOverload(declaration.signatures, [...before, type, ...rest]);
    if (fit && isReadAs(type, fit.operandTypes[before.length])) return true;
  }
  return false;
}

function argumentsBefore({ segment, cursor }: CompletionScope): readonly string[] {
  const { tokens, text } = cursor;
  const bracket = segment.inside;
  if (!bracket) return [];
  const found: string[] = [];
  let depth = 0;
  let start = (tokens[bracket.at]?.startOffset ?? 0) + 1;
  for (const token of tokens.slice(bracket.at + 1)) {
    const name = token.tokenType.name;
    if (name === 'LeftParen' || name === 'LeftSquare' || name === 'LeftCurly') depth++;
    else if (name === 'RightParen' || name === 'RightSquare' || name === 'RightCurly') depth--;
    else if (name === 'Comma' && depth === 0) {
      found.push(text.slice(start, token.startOffset));
      start = token.startOffset + 1;
    }
  }
  return found;
}
