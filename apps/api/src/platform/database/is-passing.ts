const passingCodes = new Set([
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
export function isPassing(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  return typeof code === 'string'
    ? passingCodes.has(code)
    : /connection (terminated|timeout|ended)/i.test(error.message);
}
