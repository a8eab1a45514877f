import { ApiError, type ErrorCode } from '../../../platform/http/index.js';

/** Codes whose details are fields of the entity that was sent. */
const codes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'VALIDATION_ERROR',
  'INVALID_TAX_ID',
  'DUPLICATE_EXTERNAL_ID',
  'DUPLICATE_TAX_ID',
  'RELATED_ENTITY_NOT_FOUND',
  'RISK_MATRIX_NOT_FOUND',
  'SHARED_RESOURCE_NOT_ENABLED',
]);

/** An error about an entity, where the entity is a member of the body: its fields are named from the root of the body. */
export function namedWithin(member: string, error: unknown): unknown {
  if (!(error instanceof ApiError && codes.has(error.code) && error.details)) return error;
  const { code, message, details, members, status } = error;
  const named = Object.entries(details).map(([path, says]): [string, unknown] => [`${member}.${path}`, says]);
  return new ApiError(code, message, Object.fromEntries(named), members, status);
}
