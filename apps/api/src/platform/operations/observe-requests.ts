import { limits } from '../limits.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { organizationOf } from '../logging/index.js';
import type { Metrics } from '../metrics/index.js';
import { Injectable } from '@nestjs/common';

/**
 * Whether the server is about to stop. Until it stops listening it answers every request, also on connections that were kept, and
 * asks each caller to come back on another connection, which a load balancer gives to another server.
 */
@Injectable()
export class Draining {
  private isDraining = false;

  get active(): boolean {
    return this.isDraining;
  }

  begin(): void {
    this.isDraining = true;
  }
}

/** Measures and logs every answer, and lets go of connections while the server drains. To be called before routes are added. */
export function observeRequests(server: FastifyInstance, metrics: Metrics, draining: Draining): void {
  server.addHook('preClose', (done) => {
    draining.begin();
    // A request that was refused before its body came leaves its connection idle once the rest of it has.
    const closing = setInterval(() => server.server.closeIdleConnections(), limits.idleConnectionsCheckMs).unref();
    server.server.once('close', () => clearInterval(closing));
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.active) void reply.header('connection', 'close');
    done(null, payload);
  });
  // The fields of these lines are ours, so nothing in them is looked for to be hidden: that took longer than writing them.
  const answers = server.log.child({}, { redact: { paths: [] } });
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime: durationMs } = reply;
    const route = routeOf(request);
    metrics.observeRequest({ method, route, status, durationMs });
    // Scrapes and probes come every few seconds and say nothing of callers.
    const level = isProbe(route) ? 'debug' : 'info';
    if (server.log.level === 'debug' || (level === 'info' && server.log.level === 'info'))
      answers[level](
        {
          requestId: request.id,
          organizationId: organizationOf(request),
          method,
          route,
          status,
          durationMs: Math.round(durationMs * 100) / 100,
        },
        'answered',
      );
    done();
  });
}

/** The template of the route; null where none was found. */
const routeOf = (request: FastifyRequest): string | null => request.routeOptions.url ?? null;

const isProbe = (route: string | null): boolean =>
  route !== null && (route === '/metrics' || route === '/health' || route.startsWith('/health/'));
