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
 * Creates the API as an application that does not listen yet. Waits for the database and throws `DatabaseUnavailableError` if it stays
 * unavailable. Logs to the standard output unless `logTo` is given.
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

/** Creates the HTTP server with everything that happens to a request before Nest receives it. */
function newAdapter({ trustedProxies, receiveMs }: AppConfig, logger: Logger, findKey: RequestHook): FastifyAdapter {
  const adapter = new FastifyAdapter({
    loggerInstance: logger,
    // `observeRequests` logs a request once its response has been sent.
    logController: new LogController({ disableRequestLogging: true }),
    // Most requests log a single line, so they do not need a logger of their own before that.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    // While closing, existing connections still receive responses, but no new connections are accepted.
    return503OnClosing: false,
    bodyLimit: limits.bodyBytes,
    ...(trustedProxies.length > 0 && { trustProxy: [...trustedProxies] }),
    // Limits how long a client that sends one byte at a time can keep a connection.
    requestTimeout: receiveMs,
    http: {
      headersTimeout: receiveMs,
      connectionsCheckingInterval: Math.min(limits.slowRequestCheckMs, receiveMs),
    },
    genReqId: requestIdOf,
    requestIdHeader: false,
    // Errors of the router before a route is found: a malformed URL, or a parameter that is too long.
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
