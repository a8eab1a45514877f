import { errorCodes, type ErrorCode } from './error-codes.js';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** An error response. May be thrown anywhere below a controller. The exception filter gives it the body that its route promises. */
export class ApiError extends Error {
  readonly status: number;

  /**
   * @param details map of field path to message, or what the code's description names
   * @param members further members of the body, at the root (`transactionId`, `diagnostics`)
   * @param status where it is not the code's usual one: what a body names is 422, what a path names 404
   */
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: ErrorDetails,
    readonly members?: ErrorDetails,
    status: number = errorCodes[code].status,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

/** Returns the error for a record that does not exist or belongs to another organization. The two must not differ. */
export const notFound = (what: string): ApiError => new ApiError('NOT_FOUND', `${what} not found`);

/** Returns a 400 error with one message per field path. */
export const invalid = (details: Readonly<Record<string, string>>): ApiError =>
  new ApiError('VALIDATION_ERROR', 'The request is not valid', details);

/** Throws 409 `VERSION_CONFLICT` if a change is based on another version of a record than the current one. `what` is such as `The rule`. */
export function checkVersion(what: string, currentVersion: number, ifVersion: number | null | undefined): void {
  if (ifVersion == null || ifVersion === currentVersion) return;
  const message = `${what} changed in the meantime; the version is now ${currentVersion}`;
  throw new ApiError('VERSION_CONFLICT', message, { currentVersion });
}

/** Returns a path below another: `on.record` and `amount`, `lists.blocked` and `[2].primaryValue`. */
const joinPath = (path: string, rest: string): string =>
  rest === '' || rest.startsWith('[') ? path + rest : `${path}.${rest}`;

/**
 * Returns the error for part of a body, with the paths of its details relative to the entire body. Details in the form of a list have no
 * paths.
 */
export function errorAtPath(path: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details: found, members, status } = error;
  if (found === undefined || Array.isArray(found)) return error;
  const details: ErrorDetails = Object.fromEntries(
    Object.entries(found).map(([rest, what]) => [joinPath(path, rest), what]),
  );
  return new ApiError(code, message, details, members, status);
}

/** Reads the part of a body at `path`, and adjusts the paths in its errors. */
export function atPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorAtPath(path, error);
  }
}
