import type { CompiledRuleSet, WindowRequest } from '@tamis/engine';

import { hasPermission, type Permission, type Principal } from '../../../../platform/auth/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import type { RecordType } from './evaluation-subject.js';

/** An evaluation shows the content of its record, so it requires the same permission. */
const permissionFor: Readonly<Record<RecordType, Permission>> = {
  transaction: 'transactions:read',
  person: 'entities:read',
  company: 'entities:read',
  user_event: 'events:read',
};

/** Permissions for records that rules read in addition to the evaluated one, by source. */
const permissionForSource: Readonly<Record<WindowRequest['source'], Permission>> = {
  transactions: 'transactions:read',
  userEvents: 'events:read',
  alerts: 'alerts:read',
  cases: 'cases:read',
  relationships: 'entities:read',
  accounts: 'entities:read',
};

const missingPermissionError = (permission: Permission): ApiError =>
  new ApiError('FORBIDDEN', `The request lacks the permission ${permission}`, {
    requiredPermission: permission,
  });

export function requireRecordRead({ scopes }: Pick<Principal, 'scopes'>, recordType: RecordType): void {
  const permission = permissionFor[recordType];
  if (!hasPermission(scopes, permission)) throw missingPermissionError(permission);
}

/**
 * A caller's own rules show what they read: the record, its entities, and other records that are counted. Throws 403 if the caller may not
 * read one of these types.
 */
export function requireFactsRead(
  principal: Pick<Principal, 'scopes'>,
  recordType: RecordType,
  rules: Pick<CompiledRuleSet, 'factNeeds'>,
): void {
  requireRecordRead(principal, recordType);
  const { entities, windows } = rules.factNeeds();
  const needed = [
    ...(entities.length > 0 ? ['entities:read' as const] : []),
    ...windows.map(({ source }) => permissionForSource[source]),
  ];
  const missing = needed.find((permission) => !hasPermission(principal.scopes, permission));
  if (missing) throw missingPermissionError(missing);
}

/** Returns whether a caller may read records of a type and their entities. */
export const canReadWithEntities = ({ scopes }: Pick<Principal, 'scopes'>, recordType: RecordType): boolean =>
  hasPermission(scopes, permissionFor[recordType]) && hasPermission(scopes, 'entities:read');

/** Returns the record types whose evaluations a caller may read. Throws 403 if there are none. */
export function readableTypes({ scopes }: Pick<Principal, 'scopes'>): readonly RecordType[] {
  const types = (Object.keys(permissionFor) as RecordType[]).filter((type) =>
    hasPermission(scopes, permissionFor[type]),
  );
  if (types.length === 0) throw missingPermissionError('transactions:read');
  return types;
}
