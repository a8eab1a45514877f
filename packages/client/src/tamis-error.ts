import type { ErrorCode } from './api-types.js';

interface ErrorOptions {
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly message: string;
  readonly details: unknown;
  readonly requestId: string | null;
  readonly page: string | null;
  readonly retryAt: Date | null;
  readonly requiredPermission: string | null;
}

/** Error for a rejected request. */
export class TamisError extends Error {
  override readonly name = 'TamisError';
  /** HTTP status. */
  readonly status: number;
  /** `null` if the response is not from the API, for example from a proxy. */
  readonly code: ErrorCode | null;
  /** Messages by field path, or the details described on the page of the code. */
  readonly details: unknown;
  /** To be given when asking for support. */
  readonly requestId: string | null;
  /** Path of the page that explains the code and what to do. */
  readonly page: string | null;
  /** Time when the request may be repeated, if the response contains it. */
  readonly retryAt: Date | null;
  /** The missing permission, if this is the reason. */
  readonly requiredPermission: string | null;

  constructor({ message, ...options }: ErrorOptions) {
    super(message);
    this.status = options.status;
    this.code = options.code;
    this.details = options.details;
    this.requestId = options.requestId;
    this.page = options.page;
    this.retryAt = options.retryAt;
    this.requiredPermission = options.requiredPermission;
  }

  /** Creates an error from a body in any of the formats of API errors, or from anything else that came with the status. */
  static fromResponse(body: unknown, { status, headers }: Response): TamisError {
    const answer = membersOf(body);
    // Some routes have a text in `error` and the code next to it.
    const told =
      typeof answer['error'] === 'string' ? { ...answer, message: answer['error'] } : membersOf(answer['error']);
    const { code, message, details } = told as { code?: ErrorCode; message?: string; details?: unknown };
    return new TamisError({
      status,
      code: code ?? null,
      message: message ?? `the server responded with status ${status}`,
      details: details ?? null,
      requestId: textOf(answer['requestId']) ?? headers.get('x-request-id'),
      page: textOf(answer['type']),
      retryAt: retryTime(headers.get('retry-after')),
      requiredPermission: textOf(membersOf(told)['requiredPermission']) ?? textOf(answer['requiredPermission']),
    });
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const msPerSecond = 1_000;

/** Returns the milliseconds of a `Retry-After` header, which is a number of seconds or a date; `null` if there is none. */
export function retryAfterMs(header: string | null): number | null {
  if (header === null) return null;
  const ms = /^\s*\d{1,9}\s*$/.test(header) ? Number(header) * msPerSecond : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

function retryTime(header: string | null): Date | null {
  const ms = retryAfterMs(header);
  return ms === null ? null : new Date(Date.now() + ms);
}
