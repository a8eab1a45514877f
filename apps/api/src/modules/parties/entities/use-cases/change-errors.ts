import { ApiError } from '../../../../platform/http/index.js';
import type { EntityDuplicate } from '../persistence/entity-writer.js';

const fields: Readonly<Record<EntityDuplicate, readonly [field: string, message: string]>> = {
  DUPLICATE_EXTERNAL_ID: ['externalId', 'another entity has this external id'],
  DUPLICATE_TAX_ID: ['taxId', 'another person or company has this tax id'],
};

/** Returns the error for a conflict with another entity; `done` is the operation that failed. */
export function duplicateError(duplicate: EntityDuplicate, done: 'created' | 'changed' | 'restored'): ApiError {
  const [field, message] = fields[duplicate];
  return new ApiError(duplicate, `The entity was not ${done}: ${message}`, { [field]: message });
}

export const reasonError = (status: string): ApiError => {
  const message = `a reason is required when the status becomes ${status}`;
  return new ApiError('REASON_REQUIRED', `The entity was not changed: ${message}`, { reason: message });
};
