import {
  isIdentifier,
  limits,
  pathNode,
  printExpression,
  readExpression,
  reservedNames,
  typeName,
  type Type,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import type { ImportOptions } from './imported.js';

/** What a field is compared with. Fields of rules have one type, so a name may not stand for two. */
export type FieldKind = 'number' | 'text' | 'boolean' | 'list';

/** The field that a name of the source stands for. */
export interface SourceField {
  readonly path: string;
  readonly type: Type;
}

/** How a field is written beside a value, or why it cannot be. */
export type WrittenField = { readonly text: string } | { readonly problem: string };

const words: Readonly<Record<FieldKind, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
};

const anyType: Type = { kind: 'any' };

/** Where texts are compared letter by letter; values of other types are read from a text, so that two texts may be one value. */
const literalKinds: ReadonlySet<Type['kind']> = new Set(['any', 'text', 'enum', 'country', 'currency']);

/** Kinds of which two fields can be compared as the values that they hold. */
const plainKinds: ReadonlySet<Type['kind']> = new Set(['any', 'text', 'number', 'bool']);

/** An address with the length of its prefix: beside a field without a type it would be a block of addresses. */
const blockForm = /^[0-9a-f.:]+\/\d+$/i;

/** Members that lists, texts and objects have of themselves, which data of a payment do not. */
const isInherited = (step: string): boolean => step === 'length' || step in Object.prototype;

/** A name as one key of `fields`: dots within a step are escaped. */
const joined = (steps: readonly string[]): string => steps.map((step) => step.replace(/[\\.]/g, '\\$&')).join('.');

const isCaseless = (type: Type): boolean => type.kind === 'text' && type.collation === 'ci';

/** Fields of rules for names of a source. */
export class FieldNames {
  private readonly kinds = new Map<string, FieldKind>();
  private readonly elements = new Map<string, FieldNames>();

  constructor(
    private readonly options: ImportOptions,
    /** Names are members of the elements of a list. */
    readonly isElement = false,
  ) {}

  /** Steps of a name that is mapped follow behind its field. */
  field(steps: readonly string[]): SourceField {
    if (this.isElement)
      return { path: printExpression(pathNode(steps.length === 0 ? ['item'] : steps)), type: anyType };
    const { fields = {}, defaultPath: below = ['transaction', 'metadata'] } = this.options;
    const whole = this.mapped(joined(steps));
    const [first = '', ...rest] = steps;
    const head = this.mapped(joined([first]));
    const path = whole ?? (head ? [...head, ...rest] : [...below, ...steps]);
    const written = fields[joined(steps)];
    return {
      path: whole !== null && written !== undefined ? written : printExpression(pathNode(path)),
      type: libraryCatalogue.schema.field('transaction', path)?.type ?? anyType,
    };
  }

  /** Why a name has no field; null: it has one. */
  problem(steps: readonly string[]): string | null {
    if (steps.length > limits.pathSteps) return `a name of ${steps.length} steps: a path has up to ${limits.pathSteps}`;
    const name = joined(steps);
    if (this.mapped(name)) return null;
    const inherited = steps.find((step, index) => isInherited(step) && (index > 0 || step !== 'length'));
    if (inherited !== undefined)
      return `\`${name}\`: \`${inherited}\` there is also a member of every list, text or object; map the name to a field`;
    const [first = ''] = steps;
    if (this.isElement && steps.length > 0 && (!isIdentifier(first) || reservedNames.has(first)))
      return `\`${name}\`: the member \`${first}\` of an element has no name in rules`;
    return null;
  }

  /** Names below the elements of a list, the same for the same list. */
  below(list: SourceField): FieldNames {
    const known = this.elements.get(list.path) ?? new FieldNames(this.options, true);
    this.elements.set(list.path, known);
    return known;
  }

  /** A field beside values of a kind. */
  beside(field: SourceField, kind: FieldKind, values: readonly unknown[] = []): WrittenField {
    const { path, type } = field;
    const known = this.kinds.get(path);
    if (known !== undefined && known !== kind)
      return { problem: `\`${path}\` is compared with ${words[known]} elsewhere, here with ${words[kind]}` };
    this.kinds.set(path, kind);
    if (kind === 'list' && type.kind === 'list' && isCaseless(type.element))
      return { problem: `\`${path}\`: its texts are compared without case and accents` };
    if (kind !== 'text') return { text: path };
    if (!literalKinds.has(type.kind))
      return { problem: `\`${path}\` is ${typeName(type)}: a text beside it would be read as one` };
    const isBlock = type.kind === 'any' && values.some((value) => typeof value === 'string' && blockForm.test(value));
    return { text: isBlock || isCaseless(type) ? `exact(${path})` : path };
  }

  /** A field beside another one, whose values are of one kind each time. */
  besideField({ path, type }: SourceField): WrittenField {
    if (!plainKinds.has(type.kind))
      return { problem: `\`${path}\` is ${typeName(type)}: it is compared with values only` };
    return { text: isCaseless(type) ? `exact(${path})` : path };
  }

  private mapped(name: string): readonly string[] | null {
    const { fields = {} } = this.options;
    const text = !this.isElement && Object.hasOwn(fields, name) ? fields[name] : undefined;
    const expression = text === undefined ? null : readExpression(text).expression;
    return expression?.kind === 'path' ? expression.steps : null;
  }
}
