import { permissionNames } from '../../../platform/auth/index.js';
import { EnumArrayField, InstantField, IntegerField, NameField, TextArrayField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

const expiry = { description: 'Absent or null: the key does not expire' };
const addresses = { max: limits.apiKeyAddressBlocks, maxText: 50, description: 'CIDR blocks a caller must be in' };

/** Body of `POST /api-keys`. */
export class CreateApiKeyBody {
  @NameField({ required: true, max: limits.apiKeyNameCharacters }) name!: string;
  @EnumArrayField(permissionNames, 'PermissionName', { required: true, min: 1, max: permissionNames.length })
  permissions!: string[];
  @InstantField(expiry) expiresAt?: string | null;
  @TextArrayField(addresses) ipAllowlist?: string[] | null;
}

/** Body of `PATCH /api-keys/{id}`: what is absent stays. */
export class ChangeApiKeyBody {
  @NameField({ max: limits.apiKeyNameCharacters }) name?: string | null;
  @EnumArrayField(permissionNames, 'PermissionName', { min: 1, max: permissionNames.length })
  permissions?: string[] | null;
  @InstantField({ description: 'null: the key does not expire' }) expiresAt?: string | null;
  @TextArrayField(addresses) ipAllowlist?: string[] | null;
}

/** Body of `POST /api-keys/{id}/rotate`. */
export class RotateApiKeyBody {
  @IntegerField({ min: 0, max: limits.apiKeyOverlapHours, description: 'How long the old key still works; default 24' })
  overlapHours?: number | null;
}
