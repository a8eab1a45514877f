import 'reflect-metadata';
import type { Type } from '@nestjs/common';

/** How a value of a body or query becomes a property. */
export interface DeclaredField {
  /** The class of a nested object, or of the members of an array. */
  readonly nested?: () => Type<object>;
  /** Turns the text of a query parameter into its value; what it cannot read it returns unchanged, for the check to refuse. */
  readonly parse?: (value: unknown) => unknown;
  readonly required?: boolean;
  /** Of an enumeration: all it may be. */
  readonly values?: readonly string[];
  /** Of a text that says when. */
  readonly time?: 'instant' | 'day';
}

const key = Symbol('DeclaredFields');
const none: ReadonlyMap<string, DeclaredField> = new Map();

export function declareField(prototype: object, name: string, field: DeclaredField): void {
  const inherited = declaredFieldsOf(prototype);
  Reflect.defineMetadata(key, new Map([...inherited, [name, field]]), prototype);
}

/** The fields of a class and of those it extends. */
export const declaredFieldsOf = (prototype: object): ReadonlyMap<string, DeclaredField> =>
  (Reflect.getMetadata(key, prototype) as ReadonlyMap<string, DeclaredField> | undefined) ?? none;
