import type pg from 'pg';

import { useNotedDatabase } from '../../../test/support/use-noted-database.js';
import type { TenantDatabase } from './tenant-database.js';
import type { Transaction } from './transaction.js';

const [home, other] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002'];

describe('an undivided transaction', () => {
  const noted = useNotedDatabase(1);
  let owner: pg.Client;
  let database: TenantDatabase;
  beforeAll(() => void ({ owner, database } = noted()));

  const insert = (n: number) => ({ text: 'insert into noted (n) values ($1)', values: [n] });
  const note = (transaction: Transaction, n: number) => transaction.query(insert(n));
  const stored = async (): Promise<readonly object[]> =>
    (await owner.query<object>('select n, organization_id as "of" from noted order by place')).rows;
  const of = (organizationId: string, ...all: readonly number[]) => all.map((n) => ({ n, of: organizationId }));

  it('is joined without a savepoint or waiting, and is committed as a whole', async () => {
    const result = await database.runUndivided(home, async () => {
      await database.transaction(home, async (part) => part.enqueue(insert(1)));
      await database.runAtomically(home, (part) => note(part, 2));
      await database.forOrganization(home).query(insert(3));
      await database.transaction(other, (part) => note(part, 4));
      return 'done';
    });
    expect([result, await stored()]).toEqual(['done', [...of(home, 1, 2, 3), ...of(other, 4)]]);
  });

  const failures: Readonly<Record<string, (part: Transaction) => Promise<unknown>>> = {
    'a statement that is refused': (part) => note(part, 1000),
    'a statement that nobody waits for': async (part) => part.enqueue(insert(1000)),
    'what its work throws': () => Promise.reject(new Error('check: nothing of the database')),
  };
  it.each(Object.entries(failures))('is rolled back by %s, even when the error is caught', async (_, fail) => {
    const later: string[] = [];
    const all = database.runUndivided(home, async (transaction) => {
      await note(transaction, 1);
      await database.transaction(home, fail).catch(() => undefined);
      await database.transaction(home, async () => void later.push('work')).catch(() => later.push('refused'));
      return 'done';
    });
    await expect(all).rejects.toThrow('check');
    expect(await stored()).toEqual([]);
    await database.transaction(home, (transaction) => note(transaction, 2));
    expect(await stored()).toEqual(of(home, 2));
  });

  it('is rolled back by a failure for another organization too', async () => {
    const all = database.runUndivided(home, async (transaction) => {
      await note(transaction, 1);
      await database.transaction(other, () => Promise.reject(new Error('of the other'))).catch(() => undefined);
    });
    await expect(all).rejects.toThrow('of the other');
    expect(await stored()).toEqual([]);
  });

  it('throws the earlier failure to any work that joins later', async () => {
    const told: unknown[] = [];
    const all = database.runUndivided(home, async (transaction) => {
      await database.transaction(home, () => Promise.reject(new Error('first'))).catch(() => undefined);
      const tell = (error: unknown): unknown => told.push(String(error));
      await database.transaction(home, (part) => note(part, 1)).catch(tell);
      await database.forOrganization(home).query(insert(2)).catch(tell);
      try {
        transaction.throwFailure();
      } catch (error) {
        tell(error);
      }
    });
    await expect(all).rejects.toThrow('first');
    expect(told).toEqual(['Error: first', 'Error: first', 'Error: first']);
    expect(await stored()).toEqual([]);
  });
});
