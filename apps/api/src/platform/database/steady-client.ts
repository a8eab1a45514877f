import pg from 'pg';

type QueryCallback = (error: Error | null, result: unknown) => void;

/**
 * A connection whose end is told by the statements on it, and by none where there are none: an `error` event that nobody listens to
 * would end the process, and the pool listens to connections only while they are not in use.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /**
   * As in `pg`, which makes the promise of an answer in a way that keeps statement, values and answer until the whole heap is collected: a
   * function that is assigned to a property begins its life among the old, and so does what it leads to.
   */
  override query(...sent: readonly unknown[]): never {
    const [statement, values, callback] = sent;
    const isCalledBack = typeof values === 'function' || typeof callback === 'function' || isSubmittable(statement);
    return (
      isCalledBack ? this.sendQuery(...sent) : toPromise((answered) => this.sendQuery(statement, values, answered))
    ) as never;
  }

  private sendQuery(...sent: readonly unknown[]): unknown {
    return super.query(...(sent as [never]));
  }
}

/** Of an address that keeps no prepared statements: each is sent with its text, and planned, every time. */
export class UnpreparedClient extends SteadyClient {
  override query(...[statement, ...more]: readonly unknown[]): never {
    return super.query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...more);
  }
}

const isNamed = (statement: unknown): statement is { readonly name: string } =>
  !isSubmittable(statement) && typeof (statement as { readonly name?: unknown } | null)?.name === 'string';

const isSubmittable = (statement: unknown): boolean =>
  typeof (statement as { readonly submit?: unknown } | null)?.submit === 'function';

function toPromise(ask: (answered: QueryCallback) => unknown): Promise<unknown> {
  const answer = new Promise((resolve, reject) => ask((error, result) => (error ? reject(error) : resolve(result))));
  return answer.catch((error: Error) => {
    // It was made where bytes arrive; what is of use is who asked.
    Error.captureStackTrace(error);
    throw error;
  });
}
