import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { propertyTypeOf } from './emitted-types.js';

/** How a value of a body or query becomes a property. */
export interface DeclaredField {
  /** The class of a nested object, or of the members of an array. */
  readonly nested?: () => Type<object>;
  /** Members of such an array. */
  readonly max?: number;
  /** Turns the text of a query parameter into its value; what it cannot read it returns unchanged, for the check to refuse. */
  readonly parse?: (value: unknown) => unknown;
  readonly required?: boolean;
  /** Null says something: of a change, that the field is cleared. */
  readonly nullable?: boolean;
  /** Only the server writes it: what is sent is ignored. */
  readonly readOnly?: boolean;
  /** Of an enumeration: all it may be. */
  readonly values?: readonly string[];
  /** Of a text that says when. */
  readonly time?: 'instant' | 'day';
  /** Its place in the OpenAPI document. */
  readonly api?: object;
  readonly description?: string;
  readonly refersTo?: string;
}

const key = Symbol('DeclaredFields');
const none: ReadonlyMap<string, DeclaredField> = new Map();

const changeKey = Symbol('ChangeBody');

/**
 * On the class of a change, where what is left out stays: null clears a field that is `nullable`, and is refused for every other one, as
 * it can neither be cleared nor is it left out.
 */
export const ChangeBody = (): ClassDecorator => (target) => Reflect.defineMetadata(changeKey, true, target);

export function declareField(prototype: object, name: string, field: DeclaredField): void {
  const inherited = declaredFieldsOf(prototype);
  Reflect.defineMetadata(key, new Map([...inherited, [name, field]]), prototype);
}

/** The fields of a class and of those it extends. */
export const declaredFieldsOf = (prototype: object): ReadonlyMap<string, DeclaredField> =>
  (Reflect.getMetadata(key, prototype) as ReadonlyMap<string, DeclaredField> | undefined) ?? none;

/** A field of a body, or of an object in it. */
export interface FieldPath extends Pick<DeclaredField, 'required' | 'values' | 'time'> {
  /** Dotted. */
  readonly path: string;
  /** `json`: an object, an array, or what may be either. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
}

const types: ReadonlyMap<unknown, FieldPath['type']> = new Map<unknown, FieldPath['type']>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/** All that may be named in a body of the class. */
export function fieldPathsOf(type: Type<object>, above = ''): readonly FieldPath[] {
  const prototype = type.prototype as object;
  return Array.from(declaredFieldsOf(prototype), ([name, field]): readonly FieldPath[] => {
    const { nested, required, values, time } = field;
    const said = { ...(required !== undefined && { required }), ...(values && { values }), ...(time && { time }) };
    const path = above + name;
    const kind = said.values ? 'string' : (types.get(propertyTypeOf(prototype, name)) ?? 'json');
    return [{ ...said, path, type: kind }, ...(nested ? fieldPathsOf(nested(), `${path}.`) : [])];
  }).flat();
}

/** What is found while a body is read, by path. */
export class ReadingProblems {
  /** Members that no class declares. */
  readonly unknown: string[] = [];
  /** Fields that were sent as null to a class where null would mean nothing. */
  readonly nulls: string[] = [];
  /** Arrays with more members than they may have, none of which is looked at. */
  readonly tooLong: Record<string, string> = {};
}

/**
 * Copies the declared fields of `plain` onto a new instance; nested objects become instances too, everything else is taken as it
 * is. Only own properties are read, and none but declared ones are written.
 */
export function instantiate<T extends object>(type: Type<T>, plain: object, problems: ReadingProblems, path = ''): T {
  const instance = new type();
  const fields = declaredFieldsOf(type.prototype as object);
  const isKept = Reflect.getMetadata(changeKey, type) === true;
  for (const [name, value] of Object.entries(plain)) {
    const field = fields.get(name);
    const here = path === '' ? name : `${path}.${name}`;
    if (field === undefined) problems.unknown.push(here);
    else if (value === null && isKept && !(field.nullable || field.required || field.readOnly))
      problems.nulls.push(here);
    else if (Array.isArray(value) && field.max !== undefined && value.length > field.max)
      problems.tooLong[here] = `${name} must contain no more than ${field.max} elements`;
    else {
      const parsed: unknown = field.parse ? field.parse(value) : value;
      const nested = field.nested?.();
      const final = nested === undefined ? parsed : instantiateNested(nested, parsed, problems, here);
      if (final !== undefined) (instance as Record<string, unknown>)[name] = final;
    }
  }
  return instance;
}

function instantiateNested(type: Type<object>, value: unknown, problems: ReadingProblems, path: string): unknown {
  if (Array.isArray(value)) {
    return value.map((member: unknown, index) => instantiateNested(type, member, problems, `${path}[${index}]`));
  }
  return typeof value === 'object' && value !== null ? instantiate(type, value, problems, path) : value;
}
