import 'reflect-metadata';
import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';

import { parameterTypesOf } from './platform/http/index.js';

/**
 * Metadata keys of the decorators of `@nestjs/swagger`, which has no other way to read them. It warns about two classes with the same name
 * itself, but overlooks those that only other classes refer to.
 */
const metadata = {
  responses: 'swagger/apiResponse',
  extraModels: 'swagger/apiExtraModels',
  properties: 'swagger/apiModelPropertiesArray',
  property: 'swagger/apiModelProperties',
} as const;

const builtIn: ReadonlySet<unknown> = new Set([String, Number, Boolean, Object, Array, Date, Promise, undefined]);

const isClass = (value: unknown): value is Type =>
  typeof value === 'function' && !builtIn.has(value) && /^class\b/.test(Function.prototype.toString.call(value));

/** Types are given directly, as a list of one type, or as a function that returns the type. */
function classesIn(type: unknown): readonly Type[] {
  if (Array.isArray(type)) return type.flatMap(classesIn);
  if (isClass(type)) return [type];
  const isLazy = typeof type === 'function' && !builtIn.has(type) && type.prototype === undefined;
  return isLazy ? classesIn((type as () => unknown)()) : [];
}

function namedByMethod(controller: Type, name: string): readonly Type[] {
  const prototype = controller.prototype as Record<string, object>;
  const method = prototype[name]!;
  const responses = (Reflect.getMetadata(metadata.responses, method) ?? {}) as Record<string, { type?: unknown }>;
  const parameters = parameterTypesOf(prototype, name);
  const extra = Reflect.getMetadata(metadata.extraModels, method) as unknown;
  return [...Object.values(responses).map(({ type }) => type), parameters, extra].flatMap(classesIn);
}

function namedByClass(type: Type): readonly Type[] {
  const prototype = type.prototype as object;
  const keys = (Reflect.getMetadata(metadata.properties, prototype) ?? []) as readonly string[];
  return keys.flatMap((key) => {
    const told = Reflect.getMetadata(metadata.property, prototype, key.slice(1)) as { type?: unknown } | undefined;
    return classesIn(told?.type);
  });
}

const methodsOf = ({ prototype }: Type): readonly string[] =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');

/** Throws if routes refer to two classes with the same name, since the API description would use one of them for both. */
export function checkClassNames(app: INestApplication): void {
  const controllers = [...app.get(ModulesContainer).values()].flatMap((module) =>
    [...module.controllers.values()].flatMap(({ metatype }) => classesIn(metatype)),
  );
  const open = controllers.flatMap((controller) =>
    methodsOf(controller).flatMap((name) => namedByMethod(controller, name)),
  );
  const known = new Map<string, Type>();
  for (let next = open.pop(); next; next = open.pop()) {
    const same = known.get(next.name);
    if (same === next) continue;
    if (same) throw new Error(`two classes of the API description have the name ${next.name}: rename one`);
    known.set(next.name, next);
    open.push(...namedByClass(next));
  }
}
