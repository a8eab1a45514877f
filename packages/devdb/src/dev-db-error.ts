/** All reasons that can prevent the server from starting or stopping. */
export type DevDbErrorCode =
  | 'no-binaries'
  | 'binaries-do-not-run'
  | 'libraries-read-only'
  | 'no-server-account'
  | 'data-dir-unreachable'
  | 'data-dir-foreign'
  | 'data-dir-version'
  | 'init-failed'
  | 'locked'
  | 'start-failed'
  | 'start-timeout'
  | 'stop-timeout';

/** A failure with what was found, where, and the simplest remedy. The message contains no secret. */
export class DevDbError extends Error {
  constructor(
    readonly code: DevDbErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'DevDbError';
  }
}
