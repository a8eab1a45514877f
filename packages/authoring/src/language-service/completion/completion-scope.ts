import { tokenize, parseValue, type IToken } from '@tamis/grammar';
import type { AggregateDeclaration, Catalogue, FieldDeclaration, Target, Type } from '@tamis/lang';
import { Probe } from './probe.js';
import type { Cursor } from './cursor.js';
import { segmentAt, type Segment } from './segment.js';
import { aggregateSource, letsBefore, openBrackets, targetsOf, type OpenBracket } from './token-context.js';

const nameOf = (token: IToken | undefined): string => token?.tokenType.name ?? '';
const anyType: Type = { kind: 'any' };
const everyTarget: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

/** Token offsets refer to the declaration, even for tokens of a part of it. */
const startOf = (token: IToken): number => token.startOffset;

/** The information about the cursor position that several kinds of proposals need. Expensive parts are computed once, on request. */
export class CompletionScope {
  readonly catalogue: Catalogue;
  readonly targets: readonly Target[];
  readonly open: readonly OpenBracket[];
  readonly segment: Segment;
  /** The steps of the current path before its last dot, and its start offset. */
  readonly path: { readonly steps: readonly string[]; readonly start: number };
  /** The source of the aggregate whose value or filter contains the cursor. */
  readonly record: string | null;
  /** The parameters of a definition. Their types are unknown. */
  readonly parameters: ReadonlySet<string>;
  readonly #probes: readonly Probe[];

  constructor(readonly cursor: Cursor) {
    const { tokens, around, text, project } = cursor;
    this.catalogue = project.options.catalogue;
    this.open = openBrackets(tokens);
    this.path = pathBefore(cursor);
    this.segment = segmentAt({
      ...cursor,
      tokens: tokens.filter((token) => startOf(token) < this.path.start),
      from: this.path.start,
    });
    this.parameters = new Set(parametersOf(tokens));
    this.record = this.#recordAround(around);
    const declared = targetsOf(around);
    const isDefinition = nameOf(tokens[0]) === 'Define';
    this.targets = declared.length > 0 ? declared : isDefinition ? everyTarget : ['transaction'];
    const lets = letsBefore(tokens, text);
    const tries = isDefinition ? everyTarget.map((target) => [target]) : [this.targets];
    this.#probes = tries.map((targets) => new Probe(project, { targets, lets, record: this.record }));
  }

  get probe(): Probe {
    const [first] = this.#probes;
    if (!first) throw new Error('there is always one target');
    return first;
  }

  /** Returns the type of a text at the cursor; `any` if it depends on a parameter of a definition. */
  typeOf(text: string): Type | null {
    if (this.mentionsParameter(text)) return anyType;
    for (const probe of this.#probes) {
      const type = probe.typeOf(text);
      if (type) return type;
    }
    return null;
  }

  mentionsParameter(text: string): boolean {
    return this.parameters.size > 0 && tokenize(text).tokens.some(({ image }) => this.parameters.has(image));
  }

  #left: { readonly text: string; readonly type: Type | null } | undefined;

  /** The value that ends at the cursor. Its type is `null` if there is no value, or if it is invalid. */
  get left(): { readonly text: string; readonly type: Type | null } {
    this.#left ??= this.#findLeft();
    return this.#left;
  }

  #findLeft(): { text: string; type: Type | null } {
    const { segment, cursor } = this;
    for (const token of cursor.tokens) {
      if (token.startOffset < segment.start || token.startOffset >= cursor.from) continue;
      const text = cursor.text.slice(token.startOffset, cursor.from).trim();
      if (parseValue(text).cst) return { text, type: this.typeOf(text) };
    }
    return { text: '', type: null };
  }

  /** Whether the text so far is a valid condition. */
  get isCondition(): boolean {
    const text = this.cursor.text.slice(this.segment.start, this.cursor.from).trim();
    if (text === '') return false;
    const kind = this.typeOf(text)?.kind;
    return kind === 'bool' || (kind === 'any' && this.mentionsParameter(text));
  }

  /** The fields of the subject that can be named at the cursor. */
  get subjectFields(): readonly FieldDeclaration[] {
    const { schema } = this.catalogue;
    const [first, ...others] = this.targets;
    if (first === undefined) return [];
    if (this.targets === everyTarget) return everyTarget.flatMap((target) => schema.fields(target));
    return schema
      .fields(first)
      .filter(({ path }) => others.every((target) => schema.field(target, path.split('.')) !== null));
  }

  get recordFields(): readonly FieldDeclaration[] {
    return this.record === null ? [] : this.catalogue.schema.recordFields(this.record);
  }

  /** The aggregate whose value is being written, before any `of`. */
  get aggregateValue(): AggregateDeclaration | null {
    const { inside } = this.segment;
    if (inside?.kind !== 'aggregate') return null;
    const { tokens } = this.cursor;
    const isFilter = tokens.slice(inside.at).some((token) => nameOf(token) === 'Where');
    return isFilter ? null : this.catalogue.aggregate(tokens[inside.at - 1]?.image ?? '');
  }

  #recordAround(around: readonly IToken[]): string | null {
    const { aggregate } = this.segment;
    if (!aggregate) return null;
    const found = aggregateSource(around, aggregate.at);
    return found !== null && this.#isSource(found) ? found : 'transactions';
  }

  #isSource(name: string): boolean {
    const { schema } = this.catalogue;
    return schema.sources.some((source) => source.name === name) || schema.recordFields(name).length > 0;
  }
}

function pathBefore({ tokens, text, from }: Cursor): { steps: readonly string[]; start: number } {
  const steps: string[] = [];
  let index = tokens.length - 1;
  let start = from;
  while (nameOf(tokens[index]) === 'Dot') {
    let at = index - 1;
    if (nameOf(tokens[at]) === 'RightSquare' && nameOf(tokens[at - 2]) === 'LeftSquare') {
      steps.unshift((tokens[at - 1]?.image ?? '').slice(1, -1));
      at -= 3;
    }
    const step = tokens[at];
    if (!step || !/^[A-Za-z_]/.test(step.image)) return { steps: [], start: from };
    steps.unshift(step.image);
    start = step.startOffset;
    index = at - 1;
  }
  return { steps, start: text.length < start ? from : start };
}

function parametersOf(tokens: readonly IToken[]): readonly string[] {
  if (nameOf(tokens[0]) !== 'Define' || nameOf(tokens[2]) !== 'LeftParen') return [];
  const end = tokens.findIndex((token) => nameOf(token) === 'RightParen');
  return tokens.slice(3, end < 0 ? undefined : end).flatMap(({ image }) => (image === ',' ? [] : [image]));
}
