import pg from 'pg';

/** As many connections as a server uses for this at once. */
const connections = 16;

/**
 * The baseline: executions per second of three plain transactions each, which insert a row and update one, by a client that does nothing
 * else.
 */
export async function bareStepsPerSecond(databaseUrl: string, executions: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  try {
    await pool.query('create table if not exists bare_executions (id int primary key, steps int not null, state json)');
    await pool.query(
      'create table if not exists bare_steps (execution_id int, node int, result json, primary key (execution_id, node))',
    );
    await pool.query('truncate bare_executions, bare_steps');
    await pool.query(`insert into bare_executions select n, 0, '{}' from generate_series(1, $1::int) n`, [executions]);
    let next = 0;
    const lane = async (): Promise<void> => {
      while (next < executions) {
        const id = (next += 1);
        for (let node = 1; node <= 3; node += 1) await step(pool, id, node);
      }
    };
    const begun = performance.now();
    await Promise.all(Array.from({ length: connections }, lane));
    return (executions / (performance.now() - begun)) * 1_000;
  } finally {
    await pool.end();
  }
}

async function step(pool: pg.Pool, id: number, node: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from bare_executions where id = $1 for no key update', [id]);
    await client.query('insert into bare_steps values ($1, $2, $3)', [id, node, '{"done":true}']);
    await client.query('update bare_executions set steps = $2, state = $3 where id = $1', [id, node, '{"queue":[]}']);
    await client.query('commit');
  } finally {
    client.release();
  }
}
