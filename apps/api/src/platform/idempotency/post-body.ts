import { createParamDecorator, type ExecutionContext, type PipeTransform, type Type } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

import { parameterTypesOf, validateBody } from '../http/index.js';

/** A body that is checked once the key is, so that a request that is sent again is answered as before. */
export class UncheckedBody {
  constructor(
    private readonly type: Type<object>,
    private readonly sent: unknown,
  ) {}

  /** Throws the 400 of a body that is not valid. */
  check(): object {
    return validateBody(this.type, this.sent);
  }
}

const postponeCheck: PipeTransform = {
  transform: (sent: unknown, { metatype }) => new UncheckedBody(metatype as Type<object>, sent),
};

const SentBody = createParamDecorator(
  (_: unknown, context: ExecutionContext): unknown => context.switchToHttp().getRequest<FastifyRequest>().body,
);

const bodyType = Symbol('type of the body');

/** The body of a `Post` route, as `Body` of other routes. */
export const PostBody = (): ParameterDecorator => (target, name, index) => {
  SentBody(postponeCheck)(target, name, index);
  Reflect.defineMetadata(bodyType, parameterTypesOf(target, name!)[index], target, name!);
};

/** The class of the parameter that holds the body of a handler; undefined where none does. */
export const bodyTypeOf = (target: object, name: string | symbol): Type<object> | undefined =>
  Reflect.getMetadata(bodyType, target, name) as Type<object> | undefined;
