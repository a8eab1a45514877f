import { appRole } from '@tamis/api/dist/platform/database/roles/app-role.js';
import type pg from 'pg';

export const statementSettings = { shared_preload_libraries: 'pg_stat_statements' };

export interface Counted {
  readonly statements: number;
  readonly commits: number;
}

/** Counts the statements that servers send to PostgreSQL; the benchmark itself uses a different role. */
export class StatementCount {
  private constructor(private readonly pool: pg.Pool) {}

  /** Counting starts only on request, because it slightly increases the measured costs. */
  static async prepare(pool: pg.Pool): Promise<StatementCount> {
    await pool.query('create extension pg_stat_statements');
    const count = new StatementCount(pool);
    await count.end();
    return count;
  }

  async begin(): Promise<void> {
    await this.track('top');
    await this.take();
  }

  /** Returns the counts since the last call. */
  async take(): Promise<Counted> {
    const { rows } = await this.pool.query<Counted>(
      `select coalesce(sum(calls), 0)::int as statements, coalesce(sum(calls) filter (where query ilike 'commit%'), 0)::int as commits
       from pg_stat_statements where userid = $1::regrole`,
      [appRole],
    );
    await this.pool.query('select pg_stat_statements_reset()');
    return rows[0]!;
  }

  async end(): Promise<void> {
    await this.track('none');
  }

  private async track(what: 'top' | 'none'): Promise<void> {
    await this.pool.query(`alter system set pg_stat_statements.track = '${what}'`);
    await this.pool.query('select pg_reload_conf()');
  }
}
