import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/**
 * NestJS logger that writes to the same destination as all other log lines. Its own messages about modules and routes are logged at
 * `debug`.
 */
export class NestLogs implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(...line(message, rest));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.logger.debug(...line(message, rest));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.logger.trace(...line(message, rest));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.logger.warn(...line(message, rest));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.logger.error(...line(message, rest));
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.logger.fatal(...line(message, rest));
  }
}

/** NestJS passes the class context last, sometimes preceded by a stack trace. */
function line(message: unknown, rest: readonly unknown[]): [object, string] {
  const from = rest.at(-1);
  const about = { ...(typeof from === 'string' && { from }), ...(message instanceof Error && { err: message }) };
  if (message instanceof Error) return [about, 'an error'];
  return [about, typeof message === 'string' ? message : JSON.stringify(message)];
}
