import 'reflect-metadata';
import type { LogLevel as NestLogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppModule } from './app.module.js';
import { setUpOpenApi } from './openapi.js';
import { answerRefused, ApiKeyCheck, keyHook, type RequestHook } from './platform/auth/index.js';
import type { AppConfig, LogLevel } from './platform/config/index.js';
import { registerJsonBodyParser, registerServerHooks, requestIdOf } from './platform/http/index.js';
import { limits } from './platform/limits.js';
import { registerAdmission } from './platform/load/index.js';
import { RateLimiter } from './platform/rate-limits/index.js';

const nestLogLevels: Readonly<Record<LogLevel, NestLogLevel[]>> = {
  silent: [],
  error: ['fatal', 'error'],
  info: ['fatal', 'error', 'warn'],
  debug: ['fatal', 'error', 'warn', 'log', 'debug'],
};

/** The API as an application that listens to nothing yet. Waits for the database; throws `DatabaseUnavailableError`. */
export async function createApp(config: AppConfig): Promise<NestFastifyApplication> {
  const adapter = newAdapter((request, reply) => findKey(request, reply));
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), adapter, {
    bodyParser: false,
    logger: nestLogLevels[config.log],
    abortOnError: false,
  });
  const server = app.getHttpAdapter().getInstance();
  const findKey: RequestHook = keyHook(app.get(ApiKeyCheck), app.get(RateLimiter));
  server.addHook('onRequest', findKey);
  registerAdmission(server, { running: config.maxRunningRequests, waiting: config.maxWaitingRequests });
  setUpOpenApi(app);
  return app;
}

/** The HTTP server with everything that happens to a request before Nest sees it. */
function newAdapter(findKey: RequestHook): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: limits.bodyBytes,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // What the router refuses before any route is found: a malformed address, a parameter that is too long.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void answerRefused(error, findKey, request, reply),
    routerOptions: { maxParamLength: limits.pathParameterCharacters },
  });
  const server = adapter.getInstance();
  registerJsonBodyParser(server);
  registerServerHooks(server);
  return adapter;
}
