import 'reflect-metadata';
import type { Type } from '@nestjs/common';
import { propertyTypeOf } from './emitted-types.js';

/** How a value of a body or query becomes a property. */
export interface DeclaredField {
  /** Class of a nested object or of the elements of an array. */
  readonly nested?: () => Type<object>;
  /** Maximum number of elements of such an array. */
  readonly max?: number;
  /** Parses the text of a query parameter, or puts ids in lower case. Returns unchanged what it cannot parse, for validation to reject. */
  readonly parse?: (value: unknown) => unknown;
  readonly required?: boolean;
  /** Whether null is meaningful: in a change, it clears the field. */
  readonly nullable?: boolean;
  /** Set only by the server: sent values are ignored. */
  readonly readOnly?: boolean;
  /** Allowed values of an enumeration. */
  readonly values?: readonly string[];
  /** Kind of date or time that a text contains. */
  readonly time?: 'instant' | 'day';
  /** Schema in the OpenAPI document. */
  readonly api?: object;
  readonly description?: string;
  readonly refersTo?: string;
}

const key = Symbol('DeclaredFields');
const none: ReadonlyMap<string, DeclaredField> = new Map();

const changeKey = Symbol('ChangeBody');

/**
 * For classes of changes, in which omitted fields stay unchanged: null clears a `nullable` field and is refused for every other one, which
 * it could neither clear nor omit.
 */
export const ChangeBody = (): ClassDecorator => (target) => Reflect.defineMetadata(changeKey, true, target);

export function declareField(prototype: object, name: string, field: DeclaredField): void {
  const inherited = declaredFieldsOf(prototype);
  Reflect.defineMetadata(key, new Map([...inherited, [name, field]]), prototype);
}

/** Returns the fields of a class and its base classes. */
export const declaredFieldsOf = (prototype: object): ReadonlyMap<string, DeclaredField> =>
  (Reflect.getMetadata(key, prototype) as ReadonlyMap<string, DeclaredField> | undefined) ?? none;

/** A field of a body, or of an object within it. */
export interface FieldPath extends Pick<DeclaredField, 'required' | 'values' | 'time'> {
  /** Dotted. */
  readonly path: string;
  /** `json` is an object, an array, or a value that may be either. */
  readonly type: 'string' | 'number' | 'boolean' | 'json';
}

const types: ReadonlyMap<unknown, FieldPath['type']> = new Map<unknown, FieldPath['type']>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
]);

/** Returns the paths of all fields that a body of this class may have. */
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

/** Problems found while a body is read, by path. */
export class ReadingProblems {
  /** Fields that no class declares. */
  readonly unknown: string[] = [];
  /** Fields sent as null to a class in which null would have no meaning. */
  readonly nulls: string[] = [];
  /** Arrays with more elements than allowed. None of their elements is checked. */
  readonly tooLong: Record<string, string> = {};
}

/**
 * Copies the declared fields of `plain` to a new instance. Nested objects also become instances, everything else is copied unchanged. Reads
 * only own properties and writes only declared ones.
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
