import type { Queryable } from '../../../../platform/database/index.js';
import type { FileMarks } from '../../../../platform/egress/index.js';

/** By the published name of each file, what its sender knows it by. */
export type MarksOfFiles = Readonly<Record<string, FileMarks>>;

/** A turn to ask a source. Times are those of the database. */
export interface FetchTurn {
  readonly now: Date;
  readonly failures: number;
  /** Of the files that are served now. */
  readonly marks: MarksOfFiles;
}

/** How the source of a list was asked last. */
export interface FetchState {
  readonly code: string;
  readonly nextAt: Date;
  readonly fetchedAt: Date | null;
  readonly failures: number;
  readonly problem: string | null;
}

/** The turn of whoever comes first once it is due; nobody else has it for so many seconds. */
export async function claimFetch(client: Queryable, code: string, leaseSeconds: number): Promise<FetchTurn | null> {
  await client.query(`insert into dataset_fetches (source, next_at) values ($1, '-infinity') on conflict do nothing`, [
    code,
  ]);
  const { rows } = await client.query<Omit<FetchTurn, 'marks'> & { readonly marks: string }>(
    `update dataset_fetches set next_at = now() + make_interval(secs => $2) where source = $1 and next_at <= now()
     returning now() as now, failures, marks::text as marks`,
    [code, leaseSeconds],
  );
  return rows[0] ? { ...rows[0], marks: JSON.parse(rows[0].marks) as MarksOfFiles } : null;
}

/** `marks`: of files that were loaded, by which their sender can say that it has no others; null: they are sent again. */
export async function completeFetch(
  client: Queryable,
  code: string,
  { nextAt, marks }: { readonly nextAt: Date; readonly marks: MarksOfFiles | null },
): Promise<void> {
  await client.query(
    `update dataset_fetches set next_at = $2, failures = 0, problem = null, fetched_at = now(), marks = $3 where source = $1`,
    [code, nextAt, JSON.stringify(marks ?? {})],
  );
}

export async function postponeFetch(
  client: Queryable,
  code: string,
  { nextAt, failures, problem }: { readonly nextAt: Date; readonly failures: number; readonly problem: string },
): Promise<void> {
  await client.query('update dataset_fetches set next_at = $2, failures = $3, problem = $4 where source = $1', [
    code,
    nextAt,
    failures,
    problem,
  ]);
}

export async function findFetches(client: Queryable): Promise<readonly FetchState[]> {
  const { rows } = await client.query<FetchState>(
    `select source as code, next_at as "nextAt", fetched_at as "fetchedAt", failures, problem from dataset_fetches order by source`,
  );
  return rows;
}
