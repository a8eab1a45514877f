import {
  createParamDecorator,
  type ExecutionContext,
  Inject,
  Post as NestPost,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { ApiBody, ApiExtension } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { checkNoBody, parameterTypesOf, repeatableKey, validateBody } from '../http/index.js';
import { type IdentifyCaller, IdempotencyHandler, type KeyKeeping } from './idempotency-handler.js';
import type { IdempotentRequest } from './idempotent-request.js';

/** A body that is validated after the idempotency key was checked, so that a repeated request gets the earlier response. */
class UncheckedBody {
  constructor(
    private readonly type: Type<object>,
    private readonly sent: unknown,
  ) {}

  /** Throws 400 if the body is not valid. */
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

/** Injects the body of a `Post` route, like `Body` on other routes. */
export const PostBody = (): ParameterDecorator => (target, name, index) => {
  SentBody(postponeCheck)(target, name, index);
  Reflect.defineMetadata(bodyType, parameterTypesOf(target, name!)[index], target, name!);
};

/** Returns the class of the body parameter of a handler, or `undefined` if it has none. */
const bodyTypeOf = (target: object, name: string | symbol): Type<object> | undefined =>
  Reflect.getMetadata(bodyType, target, name) as Type<object> | undefined;

type Handler = (...given: unknown[]) => Promise<unknown>;

const handlerKey = Symbol('answers');
const keyIndex = Symbol('index of the key');

type Controller = Readonly<Record<typeof handlerKey, IdempotencyHandler>>;

/** What Nest provides about a request when it calls the handler. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange => {
  const http = context.switchToHttp();
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
});

/**
 * Injects the `IdempotentRequest` of a handler that stores the response itself, along with work for other requests, or of one that waits
 * for something external and stores the key with its effects: see `IdempotencyHandler.handle`. It is undefined if there is no key to store.
 */
export const CurrentIdempotentRequest = (): ParameterDecorator => (target, name, index) =>
  Reflect.defineMetadata(keyIndex, index, target, name!);

export interface PostOptions {
  /**
   * Set if the handler waits for something other than the database, such as a webhook receiver, a batch or worker threads, or computes for
   * long. No transaction is open around it, and it uses transactions of its own. After a crash its work may be repeated, except for the
   * `LastStep` that it may return.
   */
  readonly waitsOutside?: true;
  /** Identifies the caller of a route that requires no credential. */
  readonly callerOf?: IdentifyCaller;
}

/**
 * Declares a POST route that takes effect once per `Idempotency-Key`. It wraps the method itself. A Nest interceptor would pass requests
 * through observables, which keep them in the old generation: at 500 requests per second, the whole heap was marked every ten to thirty
 * seconds.
 */
export const Post =
  (path?: string, { waitsOutside, callerOf }: PostOptions = {}): MethodDecorator =>
  (target, name, descriptor) => {
    const handle = descriptor.value as Handler;
    const { length } = handle;
    const keyAt = Reflect.getMetadata(keyIndex, target, name) as number | undefined;
    const body = bodyTypeOf(target, name);
    const way: KeyKeeping = waitsOutside ? 'claim' : keyAt !== undefined ? 'together' : 'own-transaction';
    function once(this: Controller, ...given: unknown[]): Promise<unknown> {
      const { request, reply } = given[length] as Exchange;
      const act = async (key?: IdempotentRequest): Promise<unknown> => {
        // A body sent to a route that reads none was probably meant for another route.
        if (!body) checkNoBody(request.body);
        const own = given.slice(0, length).map((each) => (each instanceof UncheckedBody ? each.check() : each));
        if (keyAt !== undefined) own[keyAt] = key;
        return handle.apply(this, own);
      };
      // Nest sets the success status before it calls the handler.
      const call = { request, reply, status: reply.statusCode, ...(callerOf && { callerOf }) };
      return this[handlerKey].handle(call, act, way);
    }
    Object.defineProperty(once, 'name', { value: handle.name });
    for (const key of Reflect.getOwnMetadataKeys(handle))
      Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, handle), once);
    (descriptor as PropertyDescriptor).value = once;
    Inject(IdempotencyHandler)(target, handlerKey);
    CurrentExchange()(target, name, length);
    // The first description of a body takes precedence: that of the route, if it has its own.
    if (body) ApiBody({ type: body })(target, name, descriptor);
    if (callerOf) ApiExtension(repeatableKey, true)(target, name, descriptor);
    NestPost(path)(target, name, descriptor);
  };
