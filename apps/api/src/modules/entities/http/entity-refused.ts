import { ApiError } from '../../../platform/http/index.js';
import type { EntityRefusal } from '../use-cases/store-new-entity.js';

const duplicateMessages = {
  DUPLICATE_EXTERNAL_ID: ['externalId', 'another entity has this external id'],
  DUPLICATE_TAX_ID: ['taxId', 'another person or company has this tax id'],
} as const;

/** The answer for an entity that was not created. */
export function entityRefused(refusal: EntityRefusal): ApiError {
  if (typeof refusal === 'object') {
    const { blocked } = refusal;
    const message = `The entity was not created: its ${blocked.fieldPath} is on a list that forbids it`;
    return new ApiError('ENTITY_CREATION_LIST_BLOCK', message, { ...blocked });
  }
  const [field, message] = duplicateMessages[refusal];
  return new ApiError(refusal, `The entity was not created: ${message}`, { [field]: message });
}
