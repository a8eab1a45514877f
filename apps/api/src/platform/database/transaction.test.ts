import type { PoolClient } from 'pg';
import { Transaction } from './transaction.js';

const organizationId = '01900000-0000-7000-8000-000000000001';

/** Accepts statements like a connection, and records which of them left in one write. */
class FakeConnection {
  readonly writes: string[][] = [];
  private corked: string[] = [];
  private corks = 0;

  readonly connection = {
    stream: {
      cork: (): void => void (this.corks += 1),
      uncork: (): void => {
        this.corks -= 1;
        if (this.corks === 0) this.flush();
      },
    },
  };

  async query(statement: string | { readonly text: string }): Promise<unknown> {
    const text = typeof statement === 'string' ? statement : statement.text;
    this.corked.push(text.split(/[; ]/, 1)[0]!);
    if (this.corks === 0) this.flush();
    // Delays the result until all other immediately pending work is done.
    await new Promise(setImmediate);
    return { command: text.toUpperCase(), rows: [] };
  }

  private flush(): void {
    if (this.corked.length > 0) this.writes.push(this.corked);
    this.corked = [];
  }
}

const statement = (text: string) => ({ text });

async function writesOf(work: (transaction: Transaction) => Promise<void>): Promise<readonly (readonly string[])[]> {
  const connection = new FakeConnection();
  await Transaction.begin(connection as unknown as PoolClient, organizationId, work);
  return connection.writes;
}

describe('a transaction', () => {
  it('is sent in one write when nothing in it waits for a response', async () => {
    const writes = await writesOf(async (transaction) => {
      transaction.enqueue(statement('insert'));
      await Promise.resolve();
      transaction.enqueue(statement('update'));
    });
    expect(writes).toEqual([['begin', 'insert', 'update', 'commit']]);
  });

  it('runs its after-commit callbacks once per key, only when it is committed', async () => {
    const done: string[] = [];
    const work = (round: string) => (transaction: Transaction) => {
      for (const key of ['a', 'b', 'a']) transaction.afterCommit(key, () => done.push(`${key} ${round}`));
      return round === 'fails' ? Promise.reject(new Error('undone')) : Promise.resolve();
    };
    await expect(writesOf(work('fails'))).rejects.toThrow('undone');
    await writesOf(work('succeeds'));
    expect(done).toEqual(['a succeeds', 'b succeeds']);
  });

  it('waits once per awaited response, and sends its commit together with the last enqueued statements', async () => {
    const writes = await writesOf(async (transaction) => {
      transaction.enqueue(statement('lock'));
      await transaction.query('select');
      await transaction.query('update');
      transaction.enqueue(statement('insert'));
    });
    expect(writes).toEqual([['begin', 'lock', 'select'], ['update'], ['insert', 'commit']]);
  });

  it('begins a savepoint with its first statement', async () => {
    const writes = await writesOf((transaction) =>
      transaction.savepoint(organizationId, async (part) => {
        part.enqueue(statement('insert'));
        await part.query('select');
      }),
    );
    expect(writes).toEqual([['begin', 'savepoint', 'insert', 'select'], ['release'], ['commit']]);
  });

  it('sends collected statements together in one write', async () => {
    const writes = await writesOf(async (transaction) => {
      await transaction.query('select');
      const found = ['one', 'other'].map(
        (key) =>
          new Promise((resolve) =>
            transaction.collect(key, resolve, (all) => {
              for (const each of all) void transaction.query(key).then(each);
            }),
          ),
      );
      await Promise.all(found);
    });
    expect(writes).toEqual([['begin', 'select'], ['one', 'other'], ['commit']]);
  });
});
