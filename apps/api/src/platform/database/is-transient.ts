const transientCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '53300', // too many connections
  '57P01', // stopped by an administrator
  '57P02', // crash of another session
  '57P03', // starting up or shutting down
]);

/** Whether waiting may help: the server is absent, starting, stopping, or ended the connection. */
export function isTransient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, errors, message } = error as { code?: unknown; errors?: unknown; message?: unknown };
  if (Array.isArray(errors)) return errors.some(isTransient);
  if (typeof code === 'string') return transientCodes.has(code);
  return (
    typeof message === 'string' &&
    /connection (terminated|timeout|ended)|timeout exceeded when trying to connect/i.test(message)
  );
}
