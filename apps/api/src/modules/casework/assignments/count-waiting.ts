import { countRows, type Queryable, type SqlConditions } from '../../../platform/database/index.js';

/** How much waits of a kind of work: of one person, of nobody, and in all. `waiting` makes the conditions anew for each. */
export async function countWaiting(
  client: Queryable,
  table: string,
  waiting: () => SqlConditions,
  personId: string,
): Promise<{ readonly mine: number; readonly unassigned: number; readonly all: number }> {
  const count = async ({ where, values }: SqlConditions): Promise<number> =>
    (await countRows(client, `${table} where ${where}`, values)).total;
  return {
    mine: await count(waiting().add('assigned_to = ?', personId)),
    unassigned: await count(waiting().addRaw('assigned_to is null')),
    all: await count(waiting()),
  };
}
