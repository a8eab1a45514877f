import 'reflect-metadata';
import type { LogLevel as NestLogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';

import { AppModule } from './app.module.js';
import { setUpOpenApi } from './openapi.js';
import type { AppConfig, LogLevel } from './platform/config/index.js';
import {
  answerError,
  registerJsonBodyParser,
  registerServerHooks,
  requestIdOf,
  toApiError,
} from './platform/http/index.js';
import { limits } from './platform/limits.js';

const nestLogLevels: Readonly<Record<LogLevel, NestLogLevel[]>> = {
  silent: [],
  error: ['fatal', 'error'],
  info: ['fatal', 'error', 'warn'],
  debug: ['fatal', 'error', 'warn', 'log', 'debug'],
};

/** The API as an application that listens to nothing yet. Waits for the database; throws `DatabaseUnavailableError`. */
export async function createApp(config: AppConfig): Promise<NestFastifyApplication> {
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config), newAdapter(), {
    bodyParser: false,
    logger: nestLogLevels[config.log],
    abortOnError: false,
  });
  setUpOpenApi(app);
  return app;
}

/** The HTTP server with everything that happens to a request before Nest sees it. */
function newAdapter(): FastifyAdapter {
  const adapter = new FastifyAdapter({
    bodyLimit: limits.bodyBytes,
    genReqId: requestIdOf,
    requestIdHeader: false,
    // What the router refuses before any route is found: a malformed address, a parameter that is too long.
    frameworkErrors: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      answerError(toApiError(error), request, reply),
    routerOptions: { maxParamLength: limits.pathParameterCharacters },
  });
  const server = adapter.getInstance();
  registerJsonBodyParser(server);
  registerServerHooks(server);
  return adapter;
}
