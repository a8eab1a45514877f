import { freePort } from './free-port.js';
import { startProgram, type SystemServer } from './system-program.js';

export interface Pooler extends SystemServer {
  /** URL of the database through the pooler. */
  readonly url: string;
}

export interface PoolerOptions {
  /** URL of the database. The pooler accepts its user with the same password. */
  readonly url: string;
  readonly settings?: Readonly<Record<string, string | number>>;
}

/** Starts PgBouncer in transaction mode in front of a database. */
export async function startPgBouncer({ url, settings = {} }: PoolerOptions): Promise<Pooler> {
  const { hostname, port: databasePort, username, password, pathname } = new URL(url);
  const name = decodeURIComponent(pathname.slice(1));
  const port = await freePort();
  const own = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: 'users.txt',
    pool_mode: 'transaction',
    default_pool_size: 8,
    max_client_conn: 500,
    ...settings,
  };
  const lines = Object.entries(own).map(([key, value]) => `${key} = ${value}`);
  const files = {
    'pgbouncer.ini': `[databases]\n${name} = host=${hostname} port=${databasePort} dbname=${name}\n[pgbouncer]\n${lines.join('\n')}\n`,
    'users.txt': `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
  };
  const server = await startProgram({ name: 'pgbouncer', port, argumentsOf: () => ['pgbouncer.ini'], files });
  const address = new URL(url);
  address.host = `127.0.0.1:${port}`;
  return { ...server, url: address.href };
}
