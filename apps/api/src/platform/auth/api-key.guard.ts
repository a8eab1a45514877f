import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';

import { ApiError, publicRouteKey } from '../http/index.js';
import { addressAllowed } from './address-allowed.js';
import { holds, type Permission } from './permissions.js';
import { permissionKey } from './require-permission.js';

/** Lets a request through with a valid key of the right organization that holds the permission of the route. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(publicRouteKey, handler)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const outcome = request.keyOutcome;
    if (!outcome) throw new Error('the hook that finds the key of a request was not registered');
    if ('error' in outcome) throw outcome.error;
    const { key } = outcome;
    checkOrganization(request, key.organizationId);
    if (!addressAllowed(request.ip, key.ipAllowlist)) {
      throw new ApiError('FORBIDDEN', 'The API key may not be used from this address');
    }
    const permission = this.reflector.get<Permission | null | undefined>(permissionKey, handler);
    if (permission === undefined) throw new Error(`${context.getClass().name}.${handler.name} names no permission`);
    if (permission !== null && !holds(key.scopes, permission)) {
      throw new ApiError('FORBIDDEN', `The API key lacks the permission ${permission}`, {
        requiredPermission: permission,
      });
    }
    request.principal = {
      organizationId: key.organizationId,
      apiKeyId: key.id,
      name: key.name,
      scopes: key.scopes,
      from: { ipAddress: request.ip, userAgent: request.headers['user-agent'] ?? null, requestId: request.id },
    };
    return true;
  }
}

function checkOrganization(request: FastifyRequest, organizationId: string): void {
  const named = request.headers['x-organization-id'];
  if (named === undefined || named === '') return;
  if (typeof named === 'string' && named.trim().toLowerCase() === organizationId) return;
  throw new ApiError('FORBIDDEN', 'The API key does not belong to the organization of X-Organization-ID');
}
