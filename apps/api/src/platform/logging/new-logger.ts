import { type DestinationStream, type Logger, pino } from 'pino';

import type { LogLevel } from '../config/index.js';
import { errorFields } from './error-fields.js';
import { redactText } from './redact-text.js';

/** Fields that hold secrets or personal data wherever they stand, should anyone log an object that has them. */
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

/** Lines of JSON: level, time, `msg`, and fields. Texts of messages and errors go through `redactText`. */
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
