import { joinJsonTexts, type Queryable, splitJsonTextsSql } from '../../../../platform/database/index.js';
import type { CurrentVersion } from '../domain/believable.js';

export type VersionState = 'loading' | 'current' | 'kept_aside' | 'replaced';

export interface RegisterVersion {
  readonly register: string;
  readonly version: number;
  readonly state: VersionState;
  readonly facts: number;
  readonly unreadable: number;
  readonly generatedAt: Date | null;
  readonly loadedAt: Date;
  readonly doubts: readonly string[];
}

export interface Fact {
  readonly key: string;
  readonly position: number;
  /** The original line, as JSON. */
  readonly row: string;
}

/** A load that has stored nothing for this long is considered dead. */
const deadAfter = '10 minutes';

/**
 * Begins a new version, and removes what an interrupted load left behind. Returns `null` if another load of the register is in progress.
 */
export async function beginVersion(client: Queryable, register: string): Promise<number | null> {
  await client.query(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [`register ${register}`]);
  const { rows: alive } = await client.query(
    `select 1 from register_versions where register = $1 and state = 'loading' and changed_at > now() - interval '${deadAfter}'`,
    [register],
  );
  if (alive.length > 0) return null;
  await removeVersions(client, register, 'loading');
  const { rows } = await client.query<{ version: number }>(
    `insert into register_versions (register, version, state, facts, unreadable, doubts, loaded_at, changed_at)
     select $1, coalesce(max(version), 0) + 1, 'loading', 0, 0, '{}', now(), now() from register_versions where register = $1
     returning version`,
    [register],
  );
  return rows[0]?.version ?? null;
}

export async function storeFacts(
  client: Queryable,
  register: string,
  version: number,
  facts: readonly Fact[],
): Promise<void> {
  await client.query({
    name: 'store-register-facts',
    text: `insert into register_facts (register, version, key, position, row)
      select $1, $2, key, position, row::json
      from unnest(${splitJsonTextsSql('$3')}, $4::int[], ${splitJsonTextsSql('$5')}) as f (key, position, row)`,
    values: [
      register,
      version,
      joinJsonTexts(facts.map(({ key }) => key)),
      facts.map(({ position }) => position),
      joinJsonTexts(facts.map(({ row }) => row)),
    ],
  });
  await client.query(`update register_versions set changed_at = now() where register = $1 and version = $2`, [
    register,
    version,
  ]);
}

export async function endVersion(client: Queryable, version: Omit<RegisterVersion, 'loadedAt'>): Promise<void> {
  const { register, generatedAt, facts, unreadable, doubts, state } = version;
  if (state === 'current') await retireCurrent(client, register);
  await client.query(
    `update register_versions set state = $3, facts = $4, unreadable = $5, generated_at = $6, doubts = $7, changed_at = now()
     where register = $1 and version = $2`,
    [register, version.version, state, facts, unreadable, generatedAt, doubts],
  );
}

/** Puts a version that was held back into use; returns `false` if there is none with this number. */
export async function acceptVersion(client: Queryable, register: string, version: number): Promise<boolean> {
  const { rows } = await client.query(
    `select 1 from register_versions where register = $1 and version = $2 and state = 'kept_aside' for update`,
    [register, version],
  );
  if (rows.length === 0) return false;
  await retireCurrent(client, register);
  await client.query(
    `update register_versions set state = 'current', changed_at = now() where register = $1 and version = $2`,
    [register, version],
  );
  return true;
}

const retireCurrent = (client: Queryable, register: string): Promise<unknown> =>
  client.query(
    `update register_versions set state = 'replaced', changed_at = now() where register = $1 and state = 'current'`,
    [register],
  );

/** Deletes the facts of versions that are no longer in use; a record of the versions is kept. */
export async function removeVersions(
  client: Queryable,
  register: string,
  state: 'loading' | 'replaced',
): Promise<void> {
  await client.query(
    `delete from register_facts f using register_versions v
     where v.register = $1 and v.state = $2 and f.register = v.register and f.version = v.version`,
    [register, state],
  );
  if (state === 'loading')
    await client.query(`delete from register_versions where register = $1 and state = 'loading'`, [register]);
}

const versionColumns = `register, version, state, facts, unreadable, generated_at as "generatedAt", loaded_at as "loadedAt", doubts`;

export async function findVersions(client: Queryable): Promise<readonly RegisterVersion[]> {
  const { rows } = await client.query<RegisterVersion>(
    `select ${versionColumns} from register_versions order by register, version`,
  );
  return rows;
}

export async function findCurrent(client: Queryable, register: string): Promise<CurrentVersion | null> {
  const { rows } = await client.query<CurrentVersion>(
    `select facts, coalesce(generated_at, loaded_at) as "generatedAt" from register_versions
     where register = $1 and state = 'current'`,
    [register],
  );
  return rows[0] ?? null;
}

/** Returns the rows of a key in the current version, in file order; `null` if there is no current version. */
export async function findFacts(
  client: Queryable,
  register: string,
  key: string,
  most: number,
): Promise<readonly unknown[] | null> {
  const { rows } = await client.query<{ facts: string }>({
    name: 'register-facts',
    text: `select coalesce((select json_agg(row order by position) from (
          select row, position from register_facts f
          where f.register = v.register and f.version = v.version and f.key = $2 order by position limit $3) as found), '[]')::text as facts
      from register_versions v where v.register = $1 and v.state = 'current'`,
    values: [register, key, most],
  });
  const [found] = rows;
  return found === undefined ? null : (JSON.parse(found.facts) as readonly unknown[]);
}
