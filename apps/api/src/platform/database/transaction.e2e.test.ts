import type pg from 'pg';
import type { DataSource } from 'typeorm';

import { useNotedDatabase } from '../../../test/support/use-noted-database.js';
import { poolOf } from './pool-of.js';
import { inTransaction, type TenantDatabase } from './tenant-database.js';
import type { DeferredStatement, Transaction } from './transaction.js';

const [home, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

describe('a transaction', () => {
  // Uses a single connection: if a test does not release it or leaves it unusable, the next test fails.
  const noted = useNotedDatabase(1);
  let owner: pg.Client;
  let dataSource: DataSource;
  let database: TenantDatabase;
  beforeAll(() => void ({ owner, dataSource, database } = noted()));

  const insert = (n: number) => ({ text: 'insert into noted (n) values ($1)', values: [n] });
  const note = (transaction: Transaction, n: number) => transaction.query(insert(n));
  const notes = async (): Promise<readonly number[]> =>
    (await owner.query<{ n: number }>('select n from noted order by place')).rows.map(({ n }) => n);
  const organizations = async (): Promise<readonly string[]> =>
    (await owner.query<{ id: string }>('select organization_id as id from noted order by place')).rows.map(
      ({ id }) => id,
    );
  /** Returns a promise that stays pending until `open` is called. */
  const gate = () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { open, opened };
  };

  it('throws the error of the enqueued statement instead of the errors it caused', async () => {
    const enqueued = async (transaction: Transaction) => transaction.enqueue(insert(1000));
    const works: readonly ((transaction: Transaction) => Promise<unknown>)[] = [
      enqueued,
      (transaction) => enqueued(transaction).then(() => note(transaction, 1)),
      (transaction) => enqueued(transaction).then(() => note(transaction, 1).catch(() => undefined)),
      (transaction) => transaction.savepoint(home, enqueued),
      (transaction) => transaction.savepoint(home, (part) => enqueued(part).then(() => note(part, 1))),
    ];
    for (const work of works) {
      await expect(database.transaction(home, work)).rejects.toThrow(/noted_n_check/);
      await expect(database.runAtomically(home, work)).rejects.toThrow(/noted_n_check/);
    }
    expect(await notes()).toEqual([]);
  });

  it('rolls back only the savepoint whose enqueued statement fails', async () => {
    await database.transaction(home, async (transaction) => {
      transaction.enqueue(insert(1));
      const failed = transaction.savepoint(other, async (part) => {
        await note(part, 2);
        part.enqueue(insert(1));
      });
      await expect(failed).rejects.toThrow(/noted_pkey/);
      transaction.enqueue(insert(3));
    });
    expect([await notes(), await organizations()]).toEqual([
      [1, 3],
      [home, home],
    ]);
  });

  it('is not reported as committed when the error of a statement was swallowed', async () => {
    const swallowing = async (transaction: Transaction) => {
      await note(transaction, 1);
      await note(transaction, 1000).catch(() => undefined);
    };
    for (const run of [database.transaction.bind(database), database.runAtomically.bind(database)]) {
      await expect(run(home, swallowing)).rejects.toThrow('a statement failed, but its error was ignored');
      await expect(run(home, (transaction) => transaction.savepoint(home, swallowing))).rejects.toThrow(/aborted/);
    }
    expect(await notes()).toEqual([]);
  });

  it('uses the organization of a savepoint or an undo point only while it lasts', async () => {
    await database.transaction(home, async (transaction) => {
      await note(transaction, 1);
      await transaction.savepoint(other, async (part) => {
        expect([part.organizationId, transaction.organizationId]).toEqual([other, home]);
        await note(part, 2);
      });
      const undo = await transaction.undoPoint();
      await transaction.switchOrganization(other);
      await note(transaction, 3);
      await undo();
      expect(transaction.organizationId).toBe(home);
      await note(transaction, 4);
    });
    expect([await notes(), await organizations()]).toEqual([
      [1, 2, 4],
      [home, other, home],
    ]);
  });

  it('rejects an organization id that is not a UUID', async () => {
    const named = `${home}'; drop table noted; --`;
    await expect(database.transaction(named, (transaction) => note(transaction, 1))).rejects.toThrow(/a UUID/);
    await database.transaction(home, async (transaction) => {
      await expect(transaction.switchOrganization(named)).rejects.toThrow(/a UUID/);
      await expect(transaction.savepoint(named, (part) => note(part, 1))).rejects.toThrow(/a UUID/);
      await note(transaction, 2);
    });
    expect([await notes(), await organizations()]).toEqual([[2], [home]]);
  });

  describe('work deferred to its commit', () => {
    const calls: (readonly [string, readonly number[]])[] = [];
    const noteAll: DeferredStatement<number> = async (transaction, organizationId, numbers) => {
      calls.push([organizationId, numbers]);
      for (const n of numbers) transaction.enqueue(insert(n));
    };
    const add = (organizationId: string, ...numbers: readonly number[]) =>
      database.transaction(organizationId, (transaction) => transaction.atCommit(organizationId, numbers, noteAll));
    beforeEach(() => void calls.splice(0));

    it('runs once per organization for all items, after everything else', async () => {
      await database.runAtomically(home, async (transaction) => {
        await add(home, 1);
        await add(other, 2);
        await add(home, 3, 4);
        expect(calls).toEqual([]);
        await note(transaction, 5);
      });
      expect(calls).toEqual([
        [home, [1, 3, 4]],
        [other, [2]],
      ]);
      expect([await notes(), await organizations()]).toEqual([
        [5, 1, 3, 4, 2],
        [home, home, home, home, other],
      ]);
    });

    it('runs for its own organization, whichever organization the transaction used last', async () => {
      await database.runAtomically(home, async (transaction) => {
        await add(home, 1);
        await transaction.switchOrganization(other);
      });
      expect(await organizations()).toEqual([home]);
    });

    it('is discarded when its part is rolled back', async () => {
      await database.runAtomically(home, async (transaction) => {
        await add(home, 1);
        const failed = transaction.savepoint(home, async (part) => {
          await add(home, 2);
          await part.savepoint(home, () => add(home, 3));
          throw new Error('undone');
        });
        await expect(failed).rejects.toThrow('undone');
        const undo = await transaction.undoPoint();
        await add(home, 4);
        await undo();
        await add(home, 5);
      });
      expect(calls).toEqual([[home, [1, 5]]]);
      await expect(
        database.runAtomically(home, () => add(home, 6).then(() => Promise.reject(new Error('undone')))),
      ).rejects.toThrow('undone');
      expect(calls).toHaveLength(1);
    });

    it('rolls back the whole transaction when it fails, and throws its error', async () => {
      const failed = database.runAtomically(home, async (transaction) => {
        await note(transaction, 1);
        await add(home, 1000);
      });
      await expect(failed).rejects.toThrow(/noted_n_check/);
      expect(await notes()).toEqual([]);
    });

    it('runs immediately in a transaction that nothing joins', async () => {
      await database.transaction(home, async (transaction) => {
        await transaction.atCommit(home, [1], noteAll);
        await note(transaction, 2);
      });
      expect(await notes()).toEqual([1, 2]);
    });
  });

  describe('once it has ended', () => {
    const uses: Readonly<Record<string, (transaction: Transaction) => unknown>> = {
      query: (transaction) => note(transaction, 7),
      enqueue: (transaction) => transaction.enqueue(insert(7)),
      atCommit: (transaction) => transaction.atCommit(home, [7], () => Promise.resolve()),
      savepoint: (transaction) => transaction.savepoint(home, (part) => note(part, 7)),
      undoPoint: (transaction) => transaction.undoPoint(),
      switchOrganization: (transaction) => transaction.switchOrganization(other),
      allowLookup: (transaction) => transaction.allowLookup('anything'),
      collect: (transaction) => transaction.collect('key', 7, () => undefined),
    };
    const attempt = async (use: (transaction: Transaction) => unknown, transaction: Transaction) => use(transaction);

    it.each(Object.entries(uses))('rejects %s through any kept reference', async (_, use) => {
      const kept: Transaction[] = [];
      const keep = async (transaction: Transaction) => void kept.push(transaction);
      await database.transaction(home, keep);
      await database.runAtomically(home, keep);
      await database.runAtomically(home, (transaction) => transaction.savepoint(home, keep));
      await database
        .transaction(home, (transaction) => keep(transaction).then(() => Promise.reject(new Error())))
        .catch(() => 0);
      for (const transaction of kept) await expect(attempt(use, transaction)).rejects.toThrow('has already ended');
      await database.transaction(home, async (transaction) => {
        let part: Transaction | undefined;
        await transaction.savepoint(home, async (open) => void (part = open));
        await expect(attempt(use, part!)).rejects.toThrow('has already ended');
        // The kept object belongs to another transaction on the same connection.
        await expect(attempt(use, kept[0]!)).rejects.toThrow('has already ended');
        await note(transaction, 1);
      });
      expect(await notes()).toEqual([1]);
      await owner.query('delete from noted');
    });

    it('is unaffected by work that continues after it failed', async () => {
      const { open, opened } = gate();
      let late: Promise<unknown> | undefined;
      const failed = database.runAtomically(home, async (transaction) => {
        late = transaction.savepoint(home, async (part) => {
          await opened;
          await note(part, 1);
        });
        late.catch(() => undefined);
        throw new Error('failed');
      });
      await expect(failed).rejects.toThrow('failed');
      await database.transaction(other, async (transaction) => {
        open();
        await expect(late).rejects.toThrow('has already ended');
        await note(transaction, 2);
      });
      expect([await notes(), await organizations()]).toEqual([[2], [other]]);
    });

    it('is not joined by work that it started and that outlives it, which uses transactions of its own', async () => {
      const { open, opened } = gate();
      let late: Promise<unknown> | undefined;
      await database.runAtomically(home, async (transaction) => {
        await transaction.savepoint(home, async () => {
          late = opened.then(() => database.transaction(home, (own) => note(own, 1)));
        });
        await note(transaction, 2);
      });
      open();
      await late;
      expect(await notes()).toEqual([2, 1]);
    });
  });

  describe('with several savepoints started at once', () => {
    const works: Readonly<Record<string, typeof database.transaction>> = {
      'one that is joined': (id, work) => database.runAtomically(id, work),
      'one that is not': (id, work) => database.transaction(id, work),
    };

    it.each(Object.entries(works))('runs them one after the other: %s', async (_, run) => {
      await run(home, async (transaction) => {
        const parts = [1, 2, 3, 4].map((n) =>
          transaction.savepoint(n % 2 ? home : other, async (part) => {
            await note(part, n);
            await part.query('select pg_sleep(0.01)');
            await note(part, 10 * n);
            if (n === 3) throw new Error('undone');
          }),
        );
        const outcomes = await Promise.allSettled(parts);
        expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
        await note(transaction, 5);
      });
      expect([await notes(), await organizations()]).toEqual([
        [1, 10, 2, 20, 4, 40, 5],
        [home, home, other, other, other, other, home],
      ]);
    });

    it.each(Object.entries(works))('rejects a nested savepoint that would wait for itself: %s', async (_, run) => {
      await run(home, async (transaction) => {
        await transaction.savepoint(home, async (part) => {
          const nested = () => transaction.savepoint(home, (wrong) => note(wrong, 1));
          await expect(nested()).rejects.toThrow('the outer savepoint cannot be used inside a nested one');
          await expect(part.savepoint(home, nested)).rejects.toThrow(
            'the outer savepoint cannot be used inside a nested one',
          );
          await part.savepoint(home, (right) => note(right, 2));
        });
        await transaction.savepoint(home, (part) => note(part, 3));
      });
      expect(await notes()).toEqual([2, 3]);
    });

    it('also serializes savepoints opened by called code', async () => {
      await database.runAtomically(home, async () => {
        await Promise.all([1, 2, 3].map((n) => database.transaction(home, (own) => note(own, n))));
        await Promise.all([4, 5].map((n) => database.forOrganization(other).query(insert(n).text, [n])));
        expect(await notes()).toEqual([]);
      });
      expect([await notes(), await organizations()]).toEqual([
        [1, 2, 3, 4, 5],
        [home, home, home, other, other],
      ]);
    });
  });

  it('passes items collected under one key to one call, and later items to a new call', async () => {
    const sent: (readonly number[])[] = [];
    await inTransaction(poolOf(dataSource), home, async (transaction) => {
      const send = (numbers: readonly number[]): void => {
        sent.push(numbers);
        for (const n of numbers) transaction.enqueue(insert(n));
      };
      for (const n of [1, 2]) transaction.collect('one', n, send);
      await Promise.resolve();
      transaction.collect('other', 3, send);
      transaction.collect('one', 4, send);
      await new Promise(setImmediate);
      transaction.collect('one', 5, send);
      await new Promise(setImmediate);
    });
    expect([sent, await notes()]).toEqual([
      [[1, 2, 4], [3], [5]],
      [1, 2, 4, 3, 5],
    ]);
  });
});
