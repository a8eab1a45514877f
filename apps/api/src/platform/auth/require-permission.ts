import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension, ApiHeader } from '@nestjs/swagger';
import { type Permission, meetsRequirement } from './permissions.js';
import { ApiError, RouteSettings } from '../http/index.js';
import type { Principal } from './principal.js';

/** Checks a permission required in addition to that of the route. Any of `others` is also accepted. Throws 403. */
export function assertPermission(
  { scopes }: Principal,
  permission: Permission,
  ...others: readonly Permission[]
): void {
  if (meetsRequirement(scopes, { permission, alternatives: others })) return;
  throw new ApiError('FORBIDDEN', `This request also requires the permission ${permission}`, {
    requiredPermission: permission,
  });
}

export const permissionKey = 'tamis:permission';

const organizationHeader = (description: string): MethodDecorator =>
  ApiHeader({ name: 'X-Organization-ID', required: false, description });

const authHeaderDocs = [ApiBearerAuth(), organizationHeader('Default: the organization of the key')];

export const alternativePermissionsKey = 'tamis:other-permissions';

/**
 * Declares that the route requires a key with this permission, or with one of the alternatives. Every route has this, `AnyKey` or
 * `PublicRoute`.
 */
export const RequirePermission = (permission: Permission, ...others: readonly Permission[]): MethodDecorator =>
  applyDecorators(
    SetMetadata(permissionKey, permission),
    ApiExtension('x-permission', permission),
    ...(others.length > 0
      ? [SetMetadata(alternativePermissionsKey, others), ApiExtension('x-other-permissions', others)]
      : []),
    ...authHeaderDocs,
  );

/**
 * Declares that the route costs money: its requests must name the organization that pays, even though a key belongs to only one. Goes below
 * `RequirePermission`.
 */
export const NamesOrganization = (): MethodDecorator =>
  applyDecorators(RouteSettings({ namesOrganization: true }), organizationHeader('Required with a key'));

/** Declares that the route requires a key, but no permission. */
export const AnyKey = (): MethodDecorator =>
  applyDecorators(SetMetadata(permissionKey, null), ApiExtension('x-permission', null), ...authHeaderDocs);

/** Declares that the route is for a signed-in person outside of any organization. Keys are refused. */
export const SessionRoute = (): MethodDecorator =>
  applyDecorators(RouteSettings({ access: 'session' }), ApiExtension('x-permission', null), ApiCookieAuth());
