import 'reflect-metadata';

// The compiler writes these metadata keys with `emitDecoratorMetadata`. They are part of its documented behavior, and NestJS offers no
// function to read them.

/** Returns the declared type of a property. */
export const propertyTypeOf = (prototype: object, name: string): unknown =>
  Reflect.getMetadata('design:type', prototype, name);

/** Returns the declared types of a method's parameters. */
export const parameterTypesOf = (prototype: object, name: string | symbol): readonly unknown[] =>
  Reflect.getMetadata('design:paramtypes', prototype, name) as readonly unknown[];
