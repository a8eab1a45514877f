import { TamisError } from '@tamis/client';

/** What a person is told of a request that failed. */
export interface Failure {
  /** Null: the server was not reached, or something else answered. */
  readonly code: string | null;
  readonly status: number | null;
  /** In English, as the server said it. */
  readonly said: string;
  readonly requestId: string | null;
  /** Where the code is explained. */
  readonly page: string | null;
  /** By field, where fields are wrong. */
  readonly fields: Readonly<Record<string, string>>;
  readonly permission: string | null;
  /** From when on the server takes the same question again, where it says so. */
  readonly retryAt: Date | null;
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TamisError)) {
    const said = error instanceof Error ? error.message : String(error);
    const nothing = { code: null, status: null, requestId: null, page: null, permission: null, retryAt: null };
    return { ...nothing, said, fields: {} };
  }
  const { code, status, message, requestId, page, retryAt, requiredPermission: permission } = error;
  const fields = textsOf(error.details);
  return { code, status, said: message, requestId, page, fields, permission, retryAt };
}

const textsOf = (details: unknown): Readonly<Record<string, string>> =>
  typeof details === 'object' && details !== null
    ? Object.fromEntries(
        Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof TamisError && error.status === status;

/** A wait that is over before somebody has read of it. */
const shortWaitMs = 2_000;

/** Worth asking once more by itself: the server or the network, not the question. Of a longer wait that it asks for the person is told. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof TamisError) ||
  ((error.status === 503 || error.status === 502) && (error.retryAt?.getTime() ?? 0) - Date.now() < shortWaitMs);
