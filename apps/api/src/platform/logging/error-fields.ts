import { redactText } from './redact-text.js';

/** What a log says of an error. */
export interface ErrorFields {
  readonly type: string;
  readonly message: string;
  /** Of the database: the kind of the error, and where it happened. */
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  /** Where it was thrown, without the message. */
  readonly stack: string;
  readonly cause?: ErrorFields;
}

const maxCauses = 3;

/** An error without what callers sent: messages of the database, its details and parameters of statements hold it. */
export function errorFields(thrown: unknown, depth = 0): ErrorFields {
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
