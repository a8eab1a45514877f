import { hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { RecordType } from './evaluation-subject.js';

/** An evaluation shows what its record holds: who may read the one may read the other. */
const permissionFor: Readonly<Record<RecordType, Permission>> = {
  transaction: 'transactions:read',
  person: 'entities:read',
  company: 'entities:read',
  user_event: 'events:read',
};

const missingPermissionError = (permission: Permission): ApiError =>
  new ApiError('FORBIDDEN', `The API key lacks the permission ${permission}`, undefined, {
    requiredPermission: permission,
  });

export function requireRecordRead({ scopes }: Pick<Principal, 'scopes'>, recordType: RecordType): void {
  const permission = permissionFor[recordType];
  if (!hasPermission(scopes, permission)) throw missingPermissionError(permission);
}

/** Those whose evaluations somebody may read. Throws 403 when there are none. */
export function readableTypes({ scopes }: Pick<Principal, 'scopes'>): readonly RecordType[] {
  const types = (Object.keys(permissionFor) as RecordType[]).filter((type) =>
    hasPermission(scopes, permissionFor[type]),
  );
  if (types.length === 0) throw missingPermissionError('transactions:read');
  return types;
}
