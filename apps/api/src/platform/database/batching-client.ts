import { type NamedStatement, StatementBatch } from './statement-batch.js';
import { SteadyClient } from './steady-client.js';

const batched: ReadonlySet<string> = new Set(['name', 'text', 'values']);

/** Whether it is a named statement, and asks for nothing else of the driver. */
const isNamed = (asked: unknown): asked is NamedStatement =>
  typeof asked === 'object' &&
  asked !== null &&
  'name' in asked &&
  Object.keys(asked).every((each) => batched.has(each));

/** With a stack that leads to who asked, and not to the socket. */
function thrownHere(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error);
  throw error;
}

/** A connection that can send statements of one turn of the event loop together, in their order. */
export class BatchingClient extends SteadyClient {
  private holds = 0;
  private batch: StatementBatch | null = null;

  /** As the driver's own, of which it has all forms. */
  override query(asked: unknown, ...rest: readonly unknown[]): never {
    if (this.holds > 0 && rest.length === 0 && isNamed(asked)) return this.open().add(asked).catch(thrownHere) as never;
    this.sendBatch();
    return super.query<never>(asked as never, ...(rest as []));
  }

  /**
   * Until as many `letGo`, named statements wait for each other. In an open transaction alone: where one fails, those behind it are not
   * run.
   */
  hold(): void {
    this.holds += 1;
  }

  letGo(): void {
    this.holds -= 1;
    if (this.holds === 0) this.sendBatch();
  }

  private open(): StatementBatch {
    return (this.batch ??= new StatementBatch((oid) => this.getTypeParser(oid) as (text: string) => unknown));
  }

  private sendBatch(): void {
    const { batch } = this;
    this.batch = null;
    if (batch) super.query(batch);
  }
}
