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
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof TamisError)) {
    const said = error instanceof Error ? error.message : String(error);
    return { code: null, status: null, said, requestId: null, page: null, fields: {}, permission: null };
  }
  const { code, status, message, requestId, page } = error;
  const fields = textsOf(error.details);
  return { code, status, said: message, requestId, page, fields, permission: fields['requiredPermission'] ?? null };
}

const textsOf = (details: unknown): Readonly<Record<string, string>> =>
  typeof details === 'object' && details !== null
    ? Object.fromEntries(
        Object.entries(details).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

export const hasStatus = (error: unknown, status: number): boolean =>
  error instanceof TamisError && error.status === status;

/** Worth asking once more by itself: the server or the network, not the question. */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof TamisError) || error.status === 503 || error.status === 502;
