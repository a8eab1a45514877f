import { limits } from '../limits.js';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { organizationOf } from '../logging/index.js';
import type { Metrics } from '../metrics/index.js';
import { Injectable } from '@nestjs/common';

/**
 * Whether the server is about to stop. Until it stops listening, it responds to every request, even on kept connections, and asks each
 * client to use another connection next, which a load balancer directs to another server.
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

/** Measures and logs every response, and closes connections while the server drains. Call it before routes are added. */
export function observeRequests(server: FastifyInstance, metrics: Metrics, draining: Draining): void {
  server.addHook('preClose', (done) => {
    draining.begin();
    // The connection of a request that was rejected before its body arrived becomes idle once the rest of it has arrived.
    const closing = setInterval(() => server.server.closeIdleConnections(), limits.idleConnectionsCheckMs).unref();
    server.server.once('close', () => clearInterval(closing));
    done();
  });
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.active) void reply.header('connection', 'close');
    done(null, payload);
  });
  // These log lines have only fixed fields, so redaction is disabled: it took longer than writing them.
  const answers = server.log.child({}, { redact: { paths: [] } });
  server.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const { statusCode: status, elapsedTime: durationMs } = reply;
    const route = routeOf(request);
    metrics.observeRequest({ method, route, status, durationMs });
    // Scrapes and probes occur every few seconds and are not related to callers.
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

/** Returns the template of the route; `null` if none was found. */
const routeOf = (request: FastifyRequest): string | null => request.routeOptions.url ?? null;

const isProbe = (route: string | null): boolean =>
  route !== null && (route === '/metrics' || route === '/health' || route.startsWith('/health/'));
