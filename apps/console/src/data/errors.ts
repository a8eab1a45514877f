import { TamisError } from '@tamis/client';

/** What the user is shown about a failed request. */
export interface Failure {
  /** `null` if the server was not reached, or if something else responded. */
  readonly code: string | null;
  readonly status: number | null;
  /** The server's message, in English. */
  readonly said: string;
  readonly requestId: string | null;
  /** Page that explains the code. */
  readonly page: string | null;
  /** Messages by field, if fields are invalid. */
  readonly fields: Readonly<Record<string, string>>;
  readonly permission: string | null;
  /** Time from which the server accepts the same request again, if it is known. */
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

/** Whether the session is over. A wrong password has the same status, but concerns only the form that sent it. */
export const endsSession = (error: unknown): boolean =>
  error instanceof TamisError && error.status === 401 && error.code !== 'INVALID_CREDENTIALS';

/** A wait this short is over before the user has read about it. */
const shortWaitMs = 2_000;

/**
 * Whether an automatic retry is worthwhile, because the server or the network failed rather than the request. If the server demands a
 * longer wait, the user is told instead.
 */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof TamisError) ||
  ((error.status === 503 || error.status === 502) && (error.retryAt?.getTime() ?? 0) - Date.now() < shortWaitMs);
