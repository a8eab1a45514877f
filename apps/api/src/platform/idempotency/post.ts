import { createParamDecorator, type ExecutionContext, Inject, Post as NestPost, type Type } from '@nestjs/common';
import { HTTP_CODE_METADATA, PARAMTYPES_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { ApiBody } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { validateBody } from '../http/index.js';
import { type RouteCall, IdempotencyHandler } from './idempotency-handler.js';
import type { IdempotentRequest } from './idempotent-request.js';

type Handler = (...given: unknown[]) => Promise<unknown>;

type Arguments = Readonly<Record<string, { readonly index: number }>>;

/** A parameter of a handler that holds the body. */
interface BodyParameter {
  readonly index: number;
  readonly type: Type<object>;
}

const handlerKey = Symbol('answers');
const keyIndex = Symbol('index of the key');

type Controller = Readonly<Record<typeof handlerKey, IdempotencyHandler>>;

const CurrentRouteCall = createParamDecorator((_: unknown, context: ExecutionContext): RouteCall => {
  const http = context.switchToHttp();
  const status = (Reflect.getMetadata(HTTP_CODE_METADATA, context.getHandler()) as number | undefined) ?? 201;
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>(), status };
});

/**
 * The `OnceRequest` of a handler that keeps the answer itself, with what it does for others: see `AnswerOnce.run`. Undefined where there
 * is none to keep.
 */
export const CurrentIdempotentRequest = (): ParameterDecorator => (target, name, index) =>
  Reflect.defineMetadata(keyIndex, index, target, name!);

/**
 * A POST route that acts once under an `Idempotency-Key`. It stands around the method itself: Nest makes an interceptor's request pass
 * observables, which hold on to it in the old generation of the heap: at 500 requests a second the whole heap was marked every ten to
 * thirty seconds.
 */
export const Post =
  (path?: string): MethodDecorator =>
  (target, name, descriptor) => {
    const handle = descriptor.value as Handler;
    const { length } = Reflect.getMetadata(PARAMTYPES_METADATA, target, name) as unknown[];
    const keyAt = Reflect.getMetadata(keyIndex, target, name) as number | undefined;
    const body = extractBodyParameter(target, name);
    function once(this: Controller, ...given: unknown[]): Promise<unknown> {
      const asked = given[length] as RouteCall;
      const act = async (key?: IdempotentRequest): Promise<unknown> => {
        const own = given.slice(0, length);
        if (keyAt !== undefined) own[keyAt] = key;
        if (body) own[body.index] = validateBody(body.type, asked.request.body);
        return handle.apply(this, own);
      };
      return this[handlerKey].handle(asked, act, keyAt !== undefined);
    }
    Object.defineProperty(once, 'name', { value: handle.name });
    for (const key of Reflect.getOwnMetadataKeys(handle))
      Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, handle), once);
    (descriptor as PropertyDescriptor).value = once;
    Inject(IdempotencyHandler)(target, handlerKey);
    CurrentRouteCall()(target, name, length);
    // Of two descriptions of a body the first counts: that of the route, where it has its own.
    if (body) ApiBody({ type: body.type })(target, name, descriptor);
    NestPost(path)(target, name, descriptor);
  };

/** Takes the body from what Nest gives: it is checked once the key is, so that a request that is sent again is answered as before. */
function extractBodyParameter(target: object, name: string | symbol): BodyParameter | null {
  const given = (Reflect.getMetadata(ROUTE_ARGS_METADATA, target.constructor, name) ?? {}) as Arguments;
  const key = Object.keys(given).find((each) => each.startsWith(`${RouteParamtypes.BODY}:`));
  if (key === undefined) return null;
  const { [key]: parameter, ...others } = given;
  Reflect.defineMetadata(ROUTE_ARGS_METADATA, others, target.constructor, name);
  const { index } = parameter!;
  const types = Reflect.getMetadata(PARAMTYPES_METADATA, target, name) as Type<object>[];
  return { index, type: types[index]! };
}
