import { type DestinationStream, type Logger, pino } from 'pino';
import type { LogLevel } from '../config/index.js';
import type { FastifyBaseLogger, FastifyRequest } from 'fastify';

/** Returns the logger of a request. Each line contains the request id and, once the key is known, its organization. */
export function requestLog(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ requestId: request.id, organizationId: organizationOf(request) });
}

/** Returns `null` until a key was checked, and on public routes. */
export const organizationOf = (request: FastifyRequest): string | null =>
  (request as { principal?: { organizationId: string } }).principal?.organizationId ?? null;

/** Patterns that must never appear in a log, regardless of the source: a database driver message quotes the values it was given. */
const secrets: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/tms_[a-z]+_[A-Za-z0-9]+/g, '<key>'],
  [/\b(Bearer|Basic) +[^\s"',]+/gi, '$1 <secret>'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@"']+@/gi, '$1<secret>@'],
  [/[^\s"'<>()=,;:@]+@[^\s"'<>()=,;:@]+\.[a-z]{2,}/gi, '<e-mail>'],
  // Tax ids, accounts, cards and phone numbers, but not digits of UUIDs, hashes and times.
  [/(?<![\w-])\+?\d(?:[ .\-/]?\d){7,}(?![\w-])/g, '<number>'],
];

/** Returns the text without keys, passwords, email addresses and long numbers. */
const redactText = (text: string): string =>
  secrets.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);

/** Fields of an error in the log. */
interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Error code, and location, of a database error. */
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  /** Stack trace without the message. */
  readonly stack: string;
  readonly cause?: ErrorFields;
}

const maxCauses = 3;

/** Returns an error without data sent by callers, which messages and details of the database and statement parameters contain. */
function errorFields(thrown: unknown, depth = 0): ErrorFields {
  if (!(thrown instanceof Error)) return { type: typeof thrown, message: redactText(String(thrown)), stack: '' };
  const { code, severity, table, constraint } = thrown as Error & Record<string, unknown>;
  const isFromDatabase = typeof severity === 'string' || thrown.name === 'QueryFailedError';
  const frames = (thrown.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: thrown.name,
    message: isFromDatabase ? 'the database refused a statement' : redactText(thrown.message),
    ...(typeof code === 'string' && { code }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: frames.map((frame) => frame.trim()).join('\n'),
    ...(thrown.cause !== undefined && depth < maxCauses && { cause: errorFields(thrown.cause, depth + 1) }),
  };
}

/** Fields with secrets or personal data, redacted wherever they occur in a logged object. */
const secretFields = [
  'authorization',
  'cookie',
  'key',
  'token',
  'password',
  'secret',
  'headers',
  'body',
  'rawBody',
  'url',
  'query',
  'parameters',
  'ipAddress',
  'email',
  'taxId',
  'name',
];

/** Creates a logger that writes lines of JSON: level, time, `msg` and fields. Messages and errors are filtered by `redactText`. */
export function newLogger(level: LogLevel, destination: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]), censor: '<redacted>' },
      serializers: { err: (error: unknown) => errorFields(error) },
      hooks: {
        logMethod(values, log) {
          const redacted = values.map((value: unknown) => (typeof value === 'string' ? redactText(value) : value));
          log.apply(this, redacted as Parameters<typeof log>);
        },
      },
    },
    destination,
  );
}
