import { toApiError } from '../http/errors/to-api-error.js';
import { ConnectionShareError } from './connection-shares.js';
import { isTransient, isUnsent } from './is-transient.js';

const withCode = (code: string): Error => Object.assign(new Error('of the server'), { code });

/** Errors that PostgreSQL, `pg`, its pool and sockets report when a connection is lost or unavailable. */
const transientErrors: readonly Error[] = [
  ...['08000', '08001', '08003', '08004', '08006', '08007', '25006', '25P03', '53300'].map(withCode),
  ...['57P01', '57P02', '57P03', '57P05'].map(withCode),
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EAI_AGAIN'].map(withCode),
  ...['EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN', 'ENOTCONN'].map(withCode),
  ...['ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'].map(withCode),
  new Error('Connection terminated'),
  new Error('Connection terminated unexpectedly'),
  new Error('Connection terminated due to connection timeout'),
  new Error('Client has encountered a connection error and is not queryable'),
  new Error('Client was closed and is not queryable'),
  new Error('timeout exceeded when trying to connect'),
  new Error('timeout expired'),
  new Error('Query read timeout'),
  new AggregateError([withCode('ECONNREFUSED'), withCode('ECONNREFUSED')]),
];

const lastingErrors: readonly unknown[] = [
  ...['23505', '22P02', '42P01', '28P01', 'XX000'].map(withCode),
  new Error('Received unexpected dataRow message from backend.'),
  new TypeError('Cannot read properties of undefined'),
  'Connection terminated',
  { message: 'Connection terminated' },
  null,
];

describe('database error', () => {
  it.each(transientErrors)('is returned with a retry time when transient: %s', (error) => {
    expect(isTransient(error)).toBe(true);
    expect(toApiError(error)).toMatchObject({ status: 503, members: { retryAfterSeconds: 1 } });
  });

  it.each(lastingErrors)('is reported as an internal error when not transient: %s', (error) => {
    expect(isTransient(error)).toBe(false);
    expect(toApiError(error).status).toBe(500);
  });

  it('is returned with a retry time for conflicts and for too much load of one organization', () => {
    for (const error of [withCode('40001'), withCode('40P01'), new ConnectionShareError()])
      expect(toApiError(error)).toMatchObject({ status: 503, members: { retryAfterSeconds: 1 } });
  });

  it('is recognized as unsent when the statement was never sent', () => {
    const unsent = transientErrors.filter(isUnsent).map(({ message }) => message);
    expect(unsent).toEqual([
      'Client has encountered a connection error and is not queryable',
      'Client was closed and is not queryable',
    ]);
  });
});
