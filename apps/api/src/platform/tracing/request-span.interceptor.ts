import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { defer, from, lastValueFrom, type Observable } from 'rxjs';

import { organizationOf } from '../logging/index.js';
import { withSpan } from './with-span.js';

/** Creates a span around each request, from its guards to its response. */
@Injectable()
export class RequestSpanInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const route = request.routeOptions.url ?? 'none';
    const attributes = {
      'http.request.method': request.method,
      'http.route': route,
      'tamis.request_id': request.id,
      'tamis.organization_id': organizationOf(request) ?? '',
    };
    return defer(() =>
      from(
        withSpan(`${request.method} ${route}`, attributes, () =>
          lastValueFrom(next.handle(), { defaultValue: undefined }),
        ),
      ),
    );
  }
}
