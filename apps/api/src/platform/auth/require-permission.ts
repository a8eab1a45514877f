import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension, ApiHeader } from '@nestjs/swagger';

import type { Permission } from './permissions.js';

export const permissionKey = 'tamis:permission';

const documented = [
  ApiBearerAuth(),
  ApiHeader({ name: 'X-Organization-ID', required: false, description: "The key's own organization when absent" }),
];

export const otherPermissionKey = 'tamis:other-permission';

/**
 * The route needs a key with this permission, or with the other one where two are named. Every route has this, `AnyKey` or
 * `PublicRoute`.
 */
export const RequirePermission = (permission: Permission, other?: Permission): MethodDecorator =>
  applyDecorators(
    SetMetadata(permissionKey, permission),
    ApiExtension('x-permission', permission),
    ...(other ? [SetMetadata(otherPermissionKey, other), ApiExtension('x-other-permission', other)] : []),
    ...documented,
  );

/** The route needs a key and no permission. */
export const AnyKey = (): MethodDecorator =>
  applyDecorators(SetMetadata(permissionKey, null), ApiExtension('x-permission', null), ...documented);
