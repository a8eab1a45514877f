import { violatedConstraint } from '../../../platform/database/index.js';
import { ApiError, type ErrorDetails } from '../../../platform/http/index.js';

/** Error for a matrix that is named in a path or body of the matrix routes and does not exist. */
export const matrixNotFound = (details?: ErrorDetails): ApiError =>
  new ApiError('RISK_MATRIX_NOT_FOUND', 'There is no such risk matrix', details, undefined, 404);

/** Error for a matrix of the parent. */
export const readOnlyMatrix = (): ApiError =>
  new ApiError('SHARED_RESOURCE_READ_ONLY', 'The parent organization owns this risk matrix');

/** Error for a name that another matrix has, regardless of the key that was derived from it. */
export const duplicateName = (): ApiError =>
  new ApiError('DUPLICATE_NAME', 'Another risk matrix has this name', { name: 'another risk matrix has this name' });

const duplicateErrors: Readonly<Record<string, ApiError>> = {
  risk_matrices_name: duplicateName(),
  risk_matrices_key: new ApiError('DUPLICATE_KEY', 'Another risk matrix has this key', {
    key: 'another risk matrix has this key',
  }),
};

/** Returns the error for a write that violated a unique index of matrices; every other error is returned unchanged. */
export function toDuplicateMatrixError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  return (constraint === undefined ? undefined : duplicateErrors[constraint]) ?? error;
}
