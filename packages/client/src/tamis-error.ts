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

/** What a request was refused with. */
export class TamisError extends Error {
  override readonly name = 'TamisError';
  /** HTTP status. */
  readonly status: number;
  /** Null: the answer is none of the API, as that of a proxy. */
  readonly code: ErrorCode | null;
  /** Messages by field path, or what the page about the code names. */
  readonly details: unknown;
  /** To be named when asking about it. */
  readonly requestId: string | null;
  /** Path of the page that says what the code means and what to do. */
  readonly page: string | null;
  /** When the same may be asked again, where the answer says so. */
  readonly retryAt: Date | null;
  /** What who asked may not do, where that is why. */
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

  /** Of a body in any of the shapes of the API's errors, or of anything else that came with the status. */
  static fromResponse(body: unknown, { status, headers }: Response): TamisError {
    const answer = membersOf(body);
    // Some routes answer with a text in `error` and the code beside it.
    const told =
      typeof answer['error'] === 'string' ? { ...answer, message: answer['error'] } : membersOf(answer['error']);
    const { code, message, details } = told as { code?: ErrorCode; message?: string; details?: unknown };
    return new TamisError({
      status,
      code: code ?? null,
      message: message ?? `the server answered with status ${status}`,
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

/** `Retry-After` is a number of seconds or a date. */
function retryTime(header: string | null): Date | null {
  if (header === null) return null;
  const isSeconds = /^\s*\d{1,9}\s*$/.test(header);
  const at = new Date(isSeconds ? Date.now() + Number(header) * msPerSecond : Date.parse(header));
  return Number.isNaN(at.getTime()) ? null : at;
}
