import type { Queryable } from '../../../../platform/database/index.js';
import type { FileMarks } from '../../../../platform/egress/index.js';

/** Cache validators by the published name of each file. */
export type MarksOfFiles = Readonly<Record<string, FileMarks>>;

/** A turn to contact a source. Times are those of the database. */
export interface FetchTurn {
  readonly code: string;
  /** Increases with every lease, so that a different number means that another process has taken over, or this lease has ended. */
  readonly leaseNumber: number;
  readonly now: Date;
  readonly failures: number;
  /** Validators of the files in use. */
  readonly marks: MarksOfFiles;
}

/** Result of the last attempt to contact the source of a list. */
export interface FetchState {
  readonly code: string;
  readonly nextAt: Date;
  readonly fetchedAt: Date | null;
  readonly failures: number;
  readonly problem: string | null;
}

/** Claims the fetch once it is due; no other process gets it until the lease ends. */
export async function claimFetch(client: Queryable, code: string, leaseMs: number): Promise<FetchTurn | null> {
  await client.query(`insert into dataset_fetches (source, next_at) values ($1, '-infinity') on conflict do nothing`, [
    code,
  ]);
  const { rows } = await client.query<Omit<FetchTurn, 'marks'> & { readonly marks: string }>(
    `update dataset_fetches set next_at = now() + $2 * interval '1 millisecond', lease_number = lease_number + 1
     where source = $1 and next_at <= now()
     returning source as code, lease_number as "leaseNumber", now() as now, failures, marks::text as marks`,
    [code, leaseMs],
  );
  return rows[0] ? { ...rows[0], marks: JSON.parse(rows[0].marks) as MarksOfFiles } : null;
}

/** Renews the lease. Nothing is written if another process has taken over or the lease has ended. */
export async function renewFetch(client: Queryable, { code, leaseNumber }: FetchTurn, leaseMs: number): Promise<void> {
  await client.query(
    `update dataset_fetches set next_at = now() + $3 * interval '1 millisecond' where source = $1 and lease_number = $2`,
    [code, leaseNumber, leaseMs],
  );
}

/**
 * Ends a turn. `marks` are the validators of loaded files, with which their server can report that nothing changed; with null, the files
 * are sent again.
 */
export async function completeFetch(
  client: Queryable,
  { code, leaseNumber }: FetchTurn,
  { nextAt, marks }: { readonly nextAt: Date; readonly marks: MarksOfFiles | null },
): Promise<void> {
  await client.query(
    `update dataset_fetches set next_at = $3, failures = 0, problem = null, fetched_at = now(), marks = $4,
       lease_number = lease_number + 1 where source = $1 and lease_number = $2`,
    [code, leaseNumber, nextAt, JSON.stringify(marks ?? {})],
  );
}

export async function postponeFetch(
  client: Queryable,
  { code, leaseNumber }: FetchTurn,
  { nextAt, failures, problem }: { readonly nextAt: Date; readonly failures: number; readonly problem: string },
): Promise<void> {
  await client.query(
    `update dataset_fetches set next_at = $3, failures = $4, problem = $5, lease_number = lease_number + 1
     where source = $1 and lease_number = $2`,
    [code, leaseNumber, nextAt, failures, problem],
  );
}

export async function findFetches(client: Queryable): Promise<readonly FetchState[]> {
  const { rows } = await client.query<FetchState>(
    `select source as code, next_at as "nextAt", fetched_at as "fetchedAt", failures, problem from dataset_fetches order by source`,
  );
  return rows;
}
