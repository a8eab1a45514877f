import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiCookieAuth, ApiExtension, ApiHeader } from '@nestjs/swagger';
import { type Permission, meetsRequirement } from './permissions.js';
import { ApiError, RouteSettings } from '../http/index.js';
import type { Principal } from './principal.js';

/** What a request asks for besides the permission of its route; `others` do as well. Throws 403. */
export function assertPermission(
  { scopes }: Principal,
  permission: Permission,
  ...others: readonly Permission[]
): void {
  if (meetsRequirement(scopes, { permission, alternatives: others })) return;
  throw new ApiError('FORBIDDEN', `This request needs the permission ${permission} as well`, {
    requiredPermission: permission,
  });
}

export const permissionKey = 'tamis:permission';

const organizationHeader = (description: string): MethodDecorator =>
  ApiHeader({ name: 'X-Organization-ID', required: false, description });

const authHeaderDocs = [ApiBearerAuth(), organizationHeader("The key's own organization when absent")];

export const alternativePermissionsKey = 'tamis:other-permissions';

/**
 * The route needs a key with this permission, or with one of the others where several are named. Every route has this, `AnyKey`
 * or `PublicRoute`.
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

/** The route costs money: its request names the organization that pays, though a key has one alone. Stands below `RequirePermission`. */
export const NamesOrganization = (): MethodDecorator =>
  applyDecorators(RouteSettings({ namesOrganization: true }), organizationHeader('Needed with a key'));

/** The route needs a key and no permission. */
export const AnyKey = (): MethodDecorator =>
  applyDecorators(SetMetadata(permissionKey, null), ApiExtension('x-permission', null), ...authHeaderDocs);

/** The route is for a person who signed in, in no organization; keys are refused. */
export const SessionRoute = (): MethodDecorator =>
  applyDecorators(RouteSettings({ access: 'session' }), ApiExtension('x-permission', null), ApiCookieAuth());
