const uniqueViolation = '23505';

/** The name of the unique index an insert or update ran into; undefined for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, driverError } = (error ?? {}) as {
    code?: string;
    constraint?: string;
    driverError?: unknown;
  };
  if (code === uniqueViolation) return constraint;
  return driverError === undefined ? undefined : violatedConstraint(driverError);
}

/** SQLSTATEs, and codes of sockets, of errors that pass by themselves. */
const transientCodes: ReadonlySet<string> = new Set([
  // The server is not there, not yet, or not any more; or what is between.
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EAI_AGAIN',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOENT',
  'ENOTCONN',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
  'ETIMEDOUT',
  '08000', // connection exception, as those below
  '08001', // could not be opened
  '08003', // is not open
  '08004', // was refused
  '08006', // failed
  '08007', // failed while it committed
  '25006', // read only: another server is the first now
  '25P03', // ended, as its transaction was idle
  '53300', // too many connections
  '57P01', // stopped by an administrator
  '57P02', // crash of another session
  '57P03', // starting up or shutting down
  '57P05', // ended, as it was idle
]);

/** What the driver says in errors of its own, which have no code. */
const transientMessages =
  /connection (terminated|timeout|ended|error)|not queryable|timeout (exceeded|expired)|read timeout/i;

/** PgBouncer says all that it has to say as a protocol violation: that the database is not there, and that a setting is not known. */
const poolerCode = '08P01';

const isPoolerLoss = ({ severity, message }: { severity?: unknown; message?: unknown }): boolean =>
  severity === 'FATAL' && !/unsupported|no such|auth|password|not allowed/i.test(String(message));

/** Whether waiting may help: the server is absent, starting, stopping, or ended the connection. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errors, message } = error as { code?: unknown; errors?: unknown; message?: unknown };
  if (Array.isArray(errors)) return errors.some(isTransient);
  if (code === poolerCode) return isPoolerLoss(error);
  if (typeof code === 'string') return transientCodes.has(code);
  return error instanceof Error && typeof message === 'string' && transientMessages.test(message);
}

/** Whether the statement never left: the driver had found the connection broken before. */
export const isUnsent = (error: unknown): boolean => error instanceof Error && /is not queryable$/.test(error.message);
