import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import type { FastifyRequest } from 'fastify';

import { invalid } from '../errors/api-error.js';

/** Refuses query parameters on routes that read none; the others check theirs against a class. */
@Injectable()
export class UnknownQueryGuard implements CanActivate {
  private readonly readsQuery = new WeakMap<object, boolean>();

  canActivate(context: ExecutionContext): boolean {
    const names = Object.keys(context.switchToHttp().getRequest<FastifyRequest>().query as object);
    if (names.length > 0 && !this.hasQuery(context)) {
      throw invalid(Object.fromEntries(names.map((name) => [name, 'is not a known query parameter'])));
    }
    return true;
  }

  private hasQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    let known = this.readsQuery.get(handler);
    if (known === undefined) {
      const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) as
        object | undefined;
      known = Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
      this.readsQuery.set(handler, known);
    }
    return known;
  }
}
