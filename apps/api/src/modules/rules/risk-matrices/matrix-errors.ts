import { violatedConstraint } from '../../../platform/database/index.js';
import { ApiError, type ErrorDetails } from '../../../platform/http/index.js';

/** A matrix that a path or a body of the matrix routes names and that does not exist. */
export const matrixNotFound = (details?: ErrorDetails): ApiError =>
  new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', details, undefined, 404);

/** A matrix of the parent. */
export const readOnlyMatrix = (): ApiError =>
  new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this risk matrix');

/** Another matrix has the name, whichever key was made from it. */
export const duplicateName = (): ApiError =>
  new ApiError('DUPLICATE_NAME', 'Another risk matrix has this name', { name: 'another risk matrix has this name' });

const duplicateErrors: Readonly<Record<string, ApiError>> = {
  risk_matrices_name: duplicateName(),
  risk_matrices_key: new ApiError('DUPLICATE_KEY', 'Another risk matrix has this key', {
    key: 'another risk matrix has this key',
  }),
};

/** The answer for a write that ran into a unique index of matrices; every other error as it is. */
export function toDuplicateMatrixError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  return (constraint === undefined ? undefined : duplicateErrors[constraint]) ?? error;
}
