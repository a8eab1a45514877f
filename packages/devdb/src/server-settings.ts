import type { DevDbOptions } from './dev-db.js';

const base: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  // No socket files: their directory would have to be writable and their path short.
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  timezone: 'UTC',
  lc_messages: 'C',
};

/** Nothing waits for the disk. A crash may lose or corrupt the data. */
const volatile: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_init_zero: 'off',
  synchronous_commit: 'off',
  max_wal_size: '2GB',
};

/** Returns the settings of a start as server arguments. Those of the caller take precedence. */
export function serverSettings({ durable, settings }: DevDbOptions): string[] {
  const all = { ...base, ...(durable === false ? volatile : {}), ...settings };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
