import { appRole } from './roles/app-role.js';

/** Thrown if the database could not be reached. The message is intended for people and contains no password. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super(`DATABASE_URL: no connection to PostgreSQL: ${messageOf(cause)}`, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

function messageOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(messageOf).join('; ');
  const message = cause instanceof Error ? cause.message : String(cause);
  return message === `role "${appRole}" does not exist` ? `${message}; run \`migrate\` first` : message;
}
