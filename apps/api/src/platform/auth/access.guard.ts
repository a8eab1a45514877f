import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';

import { AppConfig } from '../config/index.js';
import { ApiError, routeSettingsOf } from '../http/index.js';
import { assertWithinReach } from './lasting-access.js';
import {
  assertKeyAllowed,
  apiKeyPrincipal,
  clientAddressOf,
  missingOrganization,
  originOf,
  type Principal,
} from './principal.js';
import { meetsRequirement, type PermissionRequirement, type Permission } from './permissions.js';

import { alternativePermissionsKey, permissionKey } from './require-permission.js';
import { SessionAuthorizer } from './session-authorizer.js';
import { isFromAnotherSite, isOwnOrigin, presentedSession } from './session-cookie.js';
import type { StoredApiKey } from './stored-api-key.js';

/** Admits a request that has a valid key or the session of a person, with the permission that the route requires. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly sessions: SessionAuthorizer,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { access } = routeSettingsOf(request);
    if (access === 'public') return true;
    const forPeople = access === 'session';
    const permission = this.reflector.get<Permission | null | undefined>(permissionKey, handler);
    if (permission === undefined && !forPeople)
      throw new Error(`${context.getClass().name}.${handler.name} declares no permission`);
    const alternatives =
      this.reflector.get<readonly Permission[] | undefined>(alternativePermissionsKey, handler) ?? [];
    const needed = permission ? { permission, alternatives } : null;
    const token = presentedSession(request);
    if (token !== undefined) {
      request.person ??= await this.sessions.authenticatePerson(request, token);
      if (!forPeople) request.principal = await this.sessions.authorize(request, request.person, needed);
      return true;
    }
    const key = requireApiKey(request);
    if (forPeople) throw new ApiError('FORBIDDEN', 'The route requires a signed-in user');
    request.principal = toPrincipal(request, key, needed);
    if (needed) assertWithinReach(request.principal, needed.permission);
    return true;
  }
}

/**
 * Returns the key of the request. Throws if the key is invalid, belongs to another organization, or is used from an address that is not
 * allowed.
 */
function requireApiKey(request: FastifyRequest): StoredApiKey {
  const outcome = request.keyOutcome;
  if (!outcome) throw new Error('the hook that reads the API key of a request was not registered');
  if ('error' in outcome) throw outcome.error;
  const { key } = outcome;
  const named = request.headers['x-organization-id'];
  assertKeyAllowed(key, named, clientAddressOf(request));
  if (routeSettingsOf(request).namesOrganization && !named) throw missingOrganization();
  return key;
}

function toPrincipal(request: FastifyRequest, key: StoredApiKey, needed: PermissionRequirement | null): Principal {
  if (needed && !meetsRequirement(key.scopes, needed)) {
    throw new ApiError('FORBIDDEN', `The API key lacks the permission ${needed.permission}`, {
      requiredPermission: needed.permission,
    });
  }
  return apiKeyPrincipal(key, originOf(request));
}

/**
 * Rejects requests that the browser says were sent by a page of another site, on routes without a signed-in person. Such a page could
 * otherwise sign a person in as somebody else. Programs send no `Origin`.
 */
@Injectable()
export class OwnPagesGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { headers, host } = context.switchToHttp().getRequest<FastifyRequest>();
    const { origin } = headers;
    const isForeign = origin !== undefined && !isOwnOrigin({ origin, host }, this.config.publicOrigins);
    if (!isForeign && !isFromAnotherSite(headers)) return true;
    throw new ApiError('CROSS_SITE_REQUEST', 'Users can only sign in from pages of this server');
  }
}
