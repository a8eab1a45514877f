import { ApiError, type ErrorDetails } from './api-error.js';

/** A path below another: `on.record` and `amount`, `lists.blocked` and `[2].primaryValue`. */
const below = (path: string, rest: string): string =>
  rest === '' || rest.startsWith('[') ? path + rest : `${path}.${rest}`;

/** The error of a part of a body, with the paths of its details as they are in the whole. Details that are a list have none. */
export function errorAtPath(path: string, error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  const { code, message, details: found, members, status } = error;
  if (found === undefined || Array.isArray(found)) return error;
  const details: ErrorDetails = Object.fromEntries(
    Object.entries(found).map(([rest, what]) => [below(path, rest), what]),
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
