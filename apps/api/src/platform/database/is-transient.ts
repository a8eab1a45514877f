const uniqueViolation = '23505';

/** Returns the name of the unique index that an insert or update violated; `undefined` for every other error. */
export function violatedConstraint(error: unknown): string | undefined {
  const { code, constraint, driverError } = (error ?? {}) as {
    code?: string;
    constraint?: string;
    driverError?: unknown;
  };
  if (code === uniqueViolation) return constraint;
  return driverError === undefined ? undefined : violatedConstraint(driverError);
}

/** SQLSTATEs and socket error codes of temporary failures. */
const transientCodes: ReadonlySet<string> = new Set([
  // The server, or a component in between, is unavailable, still starting, or already stopped.
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

/** Messages of driver errors that have no code. */
const transientMessages =
  /connection (terminated|timeout|ended|error)|not queryable|timeout (exceeded|expired)|read timeout/i;

/** PgBouncer reports every error as a protocol violation, both an unavailable database and an unknown setting. */
const poolerCode = '08P01';

const isPoolerLoss = ({ severity, message }: { severity?: unknown; message?: unknown }): boolean =>
  severity === 'FATAL' && !/unsupported|no such|auth|password|not allowed/i.test(String(message));

/** Returns whether a retry may succeed: the server is absent, starting or stopping, or it ended the connection. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errors, message } = error as { code?: unknown; errors?: unknown; message?: unknown };
  if (Array.isArray(errors)) return errors.some(isTransient);
  if (code === poolerCode) return isPoolerLoss(error);
  if (typeof code === 'string') return transientCodes.has(code);
  return error instanceof Error && typeof message === 'string' && transientMessages.test(message);
}

/** Returns whether the statement was never sent, because the driver had already found the connection broken. */
export const isUnsent = (error: unknown): boolean => error instanceof Error && /is not queryable$/.test(error.message);
