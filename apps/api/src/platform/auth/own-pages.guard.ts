import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

import { AppConfig } from '../config/index.js';
import { ApiError } from '../http/index.js';
import { isFromAnotherSite, isOwnOrigin } from './session-cookie.js';

/**
 * Refuses what a page of another site sends, as its browser says, where nobody has signed in yet: it would sign a person in as somebody
 * else. Programs send no `Origin`.
 */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers, host } = context.switchToHttp().getRequest<FastifyRequest>();
    const { origin } = headers;
    const isForeign = origin !== undefined && !isOwnOrigin({ origin, host }, this.config.publicOrigins);
    if (!isForeign && !isFromAnotherSite(headers)) return true;
    throw new ApiError('CROSS_SITE_REQUEST', 'People sign in only from pages of this server');
  }
}
