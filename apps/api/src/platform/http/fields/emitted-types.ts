import 'reflect-metadata';

// The compiler writes these keys with `emitDecoratorMetadata`; they are its contract, and nothing of Nest returns what they hold.

/** The type that a property is declared with. */
export const propertyTypeOf = (prototype: object, name: string): unknown =>
  Reflect.getMetadata('design:type', prototype, name);

/** The types that the parameters of a method are declared with. */
export const parameterTypesOf = (prototype: object, name: string | symbol): readonly unknown[] =>
  Reflect.getMetadata('design:paramtypes', prototype, name) as readonly unknown[];
