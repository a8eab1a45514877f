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

/** A body that is checked once the key is, so that a request that is sent again is answered as before. */
class UncheckedBody {
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
const bodyTypeOf = (target: object, name: string | symbol): Type<object> | undefined =>
  Reflect.getMetadata(bodyType, target, name) as Type<object> | undefined;

type Handler = (...given: unknown[]) => Promise<unknown>;

const handlerKey = Symbol('answers');
const keyIndex = Symbol('index of the key');

type Controller = Readonly<Record<typeof handlerKey, IdempotencyHandler>>;

/** What Nest knows of a request when it calls the handler. */
interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange => {
  const http = context.switchToHttp();
  return { request: http.getRequest<FastifyRequest>(), reply: http.getResponse<FastifyReply>() };
});

/**
 * The `IdempotentRequest` of a handler that keeps the answer itself, with what it does for others, or of one that waits outside and
 * keeps the key with what it does: see `IdempotencyHandler.handle`. Undefined where there is none to keep.
 */
export const CurrentIdempotentRequest = (): ParameterDecorator => (target, name, index) =>
  Reflect.defineMetadata(keyIndex, index, target, name!);

export interface PostOptions {
  /**
   * The handler waits for others than the database, such as a receiver, a batch or threads, or it calculates for long: no transaction is open
   * around it, and what it does has transactions of its own. After a crash it may be done again, but for the `LastStep` that it may return.
   */
  readonly waitsOutside?: true;
  /** Of a route that needs no credential: who calls it. */
  readonly callerOf?: IdentifyCaller;
}

/**
 * A POST route that acts once under an `Idempotency-Key`. It stands around the method itself: Nest makes an interceptor's request pass
 * observables, which hold on to it in the old generation of the heap: at 500 requests a second the whole heap was marked every ten to
 * thirty seconds.
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
        // Whoever sends something to a route that reads nothing means another one.
        if (!body) checkNoBody(request.body);
        const own = given.slice(0, length).map((each) => (each instanceof UncheckedBody ? each.check() : each));
        if (keyAt !== undefined) own[keyAt] = key;
        return handle.apply(this, own);
      };
      // Nest sets the status of a success before it calls the handler.
      const call = { request, reply, status: reply.statusCode, ...(callerOf && { callerOf }) };
      return this[handlerKey].handle(call, act, way);
    }
    Object.defineProperty(once, 'name', { value: handle.name });
    for (const key of Reflect.getOwnMetadataKeys(handle))
      Reflect.defineMetadata(key, Reflect.getOwnMetadata(key, handle), once);
    (descriptor as PropertyDescriptor).value = once;
    Inject(IdempotencyHandler)(target, handlerKey);
    CurrentExchange()(target, name, length);
    // Of two descriptions of a body the first counts: that of the route, where it has its own.
    if (body) ApiBody({ type: body })(target, name, descriptor);
    if (callerOf) ApiExtension(repeatableKey, true)(target, name, descriptor);
    NestPost(path)(target, name, descriptor);
  };
