import 'reflect-metadata';
import type { Type } from '@nestjs/common';

const key = Symbol('BodyIsOneOf');

/** On the class a route names for its body: what was sent is read as the class that `choose` returns for it. */
export const BodyIsOneOf =
  (choose: (sent: object) => Type<object>): ClassDecorator =>
  (target) =>
    Reflect.defineMetadata(key, choose, target);

/** The class a body is read as. */
export function bodyClassOf(named: Type<object>, sent: object): Type<object> {
  const choose = Reflect.getMetadata(key, named) as ((sent: object) => Type<object>) | undefined;
  return choose ? choose(sent) : named;
}
