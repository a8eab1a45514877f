import { createHash, timingSafeEqual } from 'node:crypto';

import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiTags, ApiOperation } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

import { AppConfig } from '../config/index.js';
import { ApiError, ApiErrors, PublicRoute } from '../http/index.js';
import { Metrics } from './metrics.js';

@ApiTags('operations')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly config: AppConfig,
  ) {}

  /** Returns the metrics of this process for Prometheus. */
  @Get()
  @ApiOperation({ summary: 'Metrics of this process for Prometheus' })
  @PublicRoute()
  @ApiProduces('text/plain')
  @ApiOkResponse({ content: { 'text/plain': { schema: { type: 'string' }, example: 'tamis_database_waiting 0\n' } } })
  @ApiErrors('UNAUTHORIZED', 'FORBIDDEN')
  async get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    checkScraper(request, this.config.metricsToken);
    const text = await this.metrics.render();
    // The application's own serializer produces JSON.
    void reply.header('content-type', this.metrics.contentType).serializer(String).send(text);
  }
}

/** Headers that proxies add. */
const ofProxies = /^(?:via|forwarded|x-forwarded-.+|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';

/**
 * Returns whether this machine sent the request to one of its own names. A proxy that adds no header still passes on the host name that its
 * client used.
 */
function isLocal({ socket, headers, hostname }: FastifyRequest): boolean {
  const isAskedLocally = hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
  const isForwarded = Object.keys(headers).some((name) => ofProxies.test(name));
  return isLoopback(socket.remoteAddress ?? '') && isAskedLocally && !isForwarded;
}

/** Throws unless the request has the token or, if no token is configured, comes from this machine without a proxy. */
function checkScraper(request: FastifyRequest, token: string | null): void {
  if (token !== null) {
    const given = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if (!timingSafeEqual(digest(given), digest(token)))
      throw new ApiError('UNAUTHORIZED', 'Send the token of METRICS_TOKEN with `Authorization: Bearer <token>`');
    return;
  }
  if (!isLocal(request))
    throw new ApiError(
      'FORBIDDEN',
      'Metrics are only available from this machine; set METRICS_TOKEN to read them from elsewhere',
    );
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
