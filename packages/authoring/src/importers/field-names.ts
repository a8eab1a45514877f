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

/** The kind of value with which a field is compared. Fields of rules have one type, so that a name cannot stand for two. */
export type FieldKind = 'number' | 'text' | 'boolean' | 'list';

/** The field that a name of the source stands for. */
export interface SourceField {
  readonly path: string;
  readonly type: Type;
}

/** The text of a field in a comparison, or the reason why there is none. */
export type WrittenField = { readonly text: string } | { readonly problem: string };

const words: Readonly<Record<FieldKind, string>> = {
  number: 'a number',
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
};

const anyType: Type = { kind: 'any' };

/** Types whose texts are compared literally; values of other types are parsed from a text, so that two different texts can be one value. */
const literalKinds: ReadonlySet<Type['kind']> = new Set(['any', 'text', 'enum', 'country', 'currency']);

/** Kinds for which two fields can be compared by value. */
const plainKinds: ReadonlySet<Type['kind']> = new Set(['any', 'text', 'number', 'bool']);

/** An address with a prefix length, which would be a block of addresses in a comparison with an untyped field. */
const blockForm = /^[0-9a-f.:]+\/\d+$/i;

/** Whether the name is a property that every list, text or object has, which data of a payment do not contain. */
const isInherited = (step: string): boolean => step === 'length' || step in Object.prototype;

/** Joins a name to one key of `fields`: dots within a step are escaped. */
const joined = (steps: readonly string[]): string => steps.map((step) => step.replace(/[\\.]/g, '\\$&')).join('.');

const isCaseless = (type: Type): boolean => type.kind === 'text' && type.collation === 'ci';

/** Maps names of a source to fields of rules. */
export class FieldNames {
  private readonly kinds = new Map<string, FieldKind>();
  private readonly elements = new Map<string, FieldNames>();

  constructor(
    private readonly options: ImportOptions,
    /** Whether names are fields of the elements of a list. */
    readonly isElement = false,
  ) {}

  /** Returns the field of a name; steps after a mapped name are appended to its field. */
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

  /** Returns the reason why a name has no field; `null` if it has one. */
  problem(steps: readonly string[]): string | null {
    if (steps.length > limits.pathSteps) return `a name of ${steps.length} steps: a path has up to ${limits.pathSteps}`;
    const name = joined(steps);
    if (this.mapped(name)) return null;
    const inherited = steps.find((step, index) => isInherited(step) && (index > 0 || step !== 'length'));
    if (inherited !== undefined)
      return `\`${name}\`: \`${inherited}\` is also a member of every list, text or object in the source language; map the name to a field`;
    const [first = ''] = steps;
    if (this.isElement && steps.length > 0 && (!isIdentifier(first) || reservedNames.has(first)))
      return `\`${name}\`: the member \`${first}\` of an element has no name in rules`;
    return null;
  }

  /** Returns the names below the elements of a list, always the same object for the same list. */
  below(list: SourceField): FieldNames {
    const known = this.elements.get(list.path) ?? new FieldNames(this.options, true);
    this.elements.set(list.path, known);
    return known;
  }

  /** Returns a field for a comparison with values of a kind. */
  beside(field: SourceField, kind: FieldKind, values: readonly unknown[] = []): WrittenField {
    const { path, type } = field;
    const known = this.kinds.get(path);
    if (known !== undefined && known !== kind)
      return { problem: `\`${path}\` is compared with ${words[known]} elsewhere, but with ${words[kind]} here` };
    this.kinds.set(path, kind);
    if (kind === 'list' && type.kind === 'list' && isCaseless(type.element))
      return { problem: `\`${path}\`: its texts are compared without case and accents` };
    if (kind !== 'text') return { text: path };
    if (!literalKinds.has(type.kind))
      return { problem: `\`${path}\` is ${typeName(type)}: a text compared with it would be read as one` };
    const isBlock = type.kind === 'any' && values.some((value) => typeof value === 'string' && blockForm.test(value));
    return { text: isBlock || isCaseless(type) ? `exact(${path})` : path };
  }

  /** Returns a field for a comparison with another field, whose value can be of any kind each time. */
  besideField({ path, type }: SourceField): WrittenField {
    if (!plainKinds.has(type.kind))
      return { problem: `\`${path}\` is ${typeName(type)}: it can only be compared with values` };
    return { text: isCaseless(type) ? `exact(${path})` : path };
  }

  private mapped(name: string): readonly string[] | null {
    const { fields = {} } = this.options;
    const text = !this.isElement && Object.hasOwn(fields, name) ? fields[name] : undefined;
    const expression = text === undefined ? null : readExpression(text).expression;
    return expression?.kind === 'path' ? expression.steps : null;
  }
}
