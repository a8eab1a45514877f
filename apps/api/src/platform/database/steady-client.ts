import pg from 'pg';

/**
 * A connection whose end is told by the statements on it, and by none where there are none: an `error` event that nobody listens to
 * would end the process, and the pool listens to connections only while they are not in use.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
