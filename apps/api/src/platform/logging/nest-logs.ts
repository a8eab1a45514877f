import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Nest's logger, whose lines go where all others go. Its own talk about modules and routes is for `debug`. */
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

/** Nest passes what a class calls itself last, and sometimes a stack before it. */
function line(message: unknown, rest: readonly unknown[]): [object, string] {
  const from = rest.at(-1);
  const about = { ...(typeof from === 'string' && { from }), ...(message instanceof Error && { err: message }) };
  if (message instanceof Error) return [about, 'an error'];
  return [about, typeof message === 'string' ? message : JSON.stringify(message)];
}
