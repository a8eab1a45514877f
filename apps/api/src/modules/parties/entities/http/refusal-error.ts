import { ApiError } from '../../../../platform/http/index.js';
import { duplicateError } from '../use-cases/change-errors.js';
import type { EntityRefusal } from '../use-cases/store-new-entity.js';

/** Returns the error for an entity that was not created. */
export function toRefusalError(refusal: EntityRefusal): ApiError {
  if (typeof refusal === 'object') {
    const { blocked } = refusal;
    const message = `The entity was not created: its ${blocked.fieldPath} is on a blocking list`;
    return new ApiError('ENTITY_CREATION_LIST_BLOCK', message, { ...blocked });
  }
  return duplicateError(refusal, 'created');
}
