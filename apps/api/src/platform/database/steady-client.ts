import pg from 'pg';

type QueryCallback = (error: Error | null, result: unknown) => void;

/**
 * A connection whose closing is reported by its statements, or not at all if there are none. An unhandled `error` event would end the
 * process, and the pool listens only to idle connections.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  /**
   * Like `pg`, but creates promises in a way that lets statement, values and result be freed early. In `pg`, a function assigned to a
   * property is allocated in the old generation, which keeps everything it refers to until a full garbage collection.
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

/** Client for a URL where prepared statements are not kept: each statement is sent with its text, and planned every time. */
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
    // The error was created where the bytes arrived. The stack of the caller is more useful.
    Error.captureStackTrace(error);
    throw error;
  });
}
