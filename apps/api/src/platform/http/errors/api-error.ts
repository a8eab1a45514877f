import { errorCodes, type ErrorCode } from './error-codes.js';

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** An answer that is an error. Throw it anywhere below a controller; the exception filter gives it the body its route promises. */
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

/** The answer for a record that does not exist, and for one of another organization: the two must not differ. */
export const notFound = (what: string): ApiError => new ApiError('NOT_FOUND', `${what} not found`);

/** A 400 with one message per field path. */
export const invalid = (details: Readonly<Record<string, string>>): ApiError =>
  new ApiError('VALIDATION_ERROR', 'The request is not valid', details);

/** A path below another: `on.record` and `amount`, `lists.blocked` and `[2].primaryValue`. */
const joinPath = (path: string, rest: string): string =>
  rest === '' || rest.startsWith('[') ? path + rest : `${path}.${rest}`;

/** The error of a part of a body, with the paths of its details as they are in the whole. Details that are a list have none. */
export function errorAtPath(path: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details: found, members, status } = error;
  if (found === undefined || Array.isArray(found)) return error;
  const details: ErrorDetails = Object.fromEntries(
    Object.entries(found).map(([rest, what]) => [joinPath(path, rest), what]),
  );
  return new ApiError(code, message, details, members, status);
}

/** Reads a part of a body that stands at `path`. */
export function atPath<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw errorAtPath(path, error);
  }
}
