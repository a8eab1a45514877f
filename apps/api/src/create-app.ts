import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { DestinationStream, Logger } from 'pino';

import { AppModule } from './app.module.js';
import { setUpOpenApi } from './openapi.js';
import {
  apiKeyHook,
  ApiKeyVerifier,
  authenticateFirst,
  requesterOf,
  type RequestHook,
  sendEarlyRejection,
  SessionAuthorizer,
  watchUnknownConnections,
} from './platform/auth/index.js';
import type { AppConfig } from './platform/config/index.js';
import { ReadFiles, registerLargeBodies } from './platform/files/index.js';
import {
  handleClientError,
  registerFormBodyParser,
  registerJsonBodyParser,
  registerRawBodyParser,
  registerServerHooks,
  requestIdOf,
  RouteTable,
} from './platform/http/index.js';
import { limits } from './platform/limits.js';
import { registerAdmission, registerUploadSpace, UploadSpace } from './platform/load/index.js';
import { NestLogs, newLogger } from './platform/logging/index.js';
import { Metrics } from './platform/metrics/index.js';
import { Draining, observeRequests } from './platform/operations/index.js';
import { registerDocs } from './platform/pages/docs-pages.js';
import { registerKycPage } from './platform/pages/kyc-page.js';
import { registerPages } from './platform/pages/register-pages.js';
import { RateLimiter } from './platform/rate-limits/index.js';
import { registerAccountNumberMask } from './platform/account-numbers/index.js';

/**
 * The API as an application that listens to nothing yet. Waits for the database; throws `DatabaseUnavailableError`. Its log goes
 * to the standard output unless another place is given.
 */
export async function createApp(config: AppConfig, logTo?: DestinationStream): Promise<NestFastifyApplication> {
  const logger = newLogger(config.log, logTo);
  const adapter = newAdapter(config, logger, (request, reply) => findKey(request, reply));
  const routes = new RouteTable(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), adapter, {
    bodyParser: false,
    logger: new NestLogs(logger),
    abortOnError: false,
  });
  const server = app.getHttpAdapter().getInstance();
  observeRequests(server, app.get(Metrics), app.get(Draining));
  const findKey: RequestHook = apiKeyHook(app.get(ApiKeyVerifier), app.get(RateLimiter), app.get(SessionAuthorizer));
  server.addHook('onRequest', findKey);
  server.addHook('onRequest', authenticateFirst(app.get(SessionAuthorizer), routes));
  watchUnknownConnections(server, config.trustedProxies);
  registerUploadSpace(server, new UploadSpace(config.maxUploadMb * 2 ** 20), (request) => requesterOf(request).owner);
  const places = { running: config.maxRunningRequests, waiting: config.maxWaitingRequests };
  registerAdmission(server, places, requesterOf);
  registerLargeBodies(server, app.get(ReadFiles), (request) => requesterOf(request).owner);
  setUpOpenApi(app);
  if (config.console) registerPages(server);
  registerDocs(server);
  registerKycPage(server);
  return app;
}

/** The HTTP server with everything that happens to a request before Nest sees it. */
function newAdapter({ trustedProxies, receiveMs }: AppConfig, logger: Logger, findKey: RequestHook): FastifyAdapter {
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    // What there is to say of a request is said once it is answered, by `observeRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    // Most requests log one line: they need no logger of their own before it.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    // Whoever still has a connection is answered; nobody gets a new one.
    return503OnClosing: false,
    bodyLimit: limits.bodyBytes,
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    // Whoever sends a byte at a time keeps a connection for so long and no longer.
    requestTimeout: receiveMs,
    http: {
      headersTimeout: receiveMs,
      connectionsCheckingInterval: Math.min(limits.slowRequestCheckMs, receiveMs),
    },
    genReqId: requestIdOf,
    requestIdHeader: false,
    // What the router refuses before any route is found: a malformed address, a parameter that is too long.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void sendEarlyRejection(error, findKey, request, reply),
    clientErrorHandler: handleClientError,
    routerOptions: { maxParamLength: limits.pathParameterCharacters },
  });
  const server = adapter.getInstance();
  registerJsonBodyParser(server);
  registerFormBodyParser(server);
  registerRawBodyParser(server);
  registerServerHooks(server);
  registerAccountNumberMask(server);
  return adapter;
}
