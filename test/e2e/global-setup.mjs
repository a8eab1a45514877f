// One PostgreSQL server per jest run, one migrated template database in it, and one copy of that per test file (`createTestDatabase` of
// @tamis/testkit). TEST_DATABASE_URL selects a server to use instead.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { buildProjects } from '../../packages/tooling/src/build-projects.mjs';
import { bundle } from '../../packages/tooling/src/bundle.mjs';

const TEMPLATE = 'tamis_template';
// Each copy of the template takes some 10 MB, and the server's own files 60 MB.
const ROOM_BYTES = 2e9;

export default async function globalSetup() {
  if (!process.env.TAMIS_BUILT) buildProjects(['packages/devdb', 'packages/engine-pool', 'apps/api', 'apps/local']);
  bundle('packages/engine-pool/bundle/bundle-worker.mjs');
  bundle('apps/api/bundle/bundle-api.mjs');
  if (!process.env.TEST_DATABASE_URL) await startServer();
  try {
    await makeTemplate(process.env.TEST_DATABASE_URL);
  } catch (error) {
    // jest does not run the tear-down after a failed set-up.
    await stopServer();
    throw error;
  }
}

async function startServer() {
  const { startDevDb } = await import('@tamis/devdb');
  // Copying a database writes 300 files: 15 ms in memory, 300 to 700 ms on a disk.
  const memory = existsSync('/dev/shm') ? statfsSync('/dev/shm') : undefined;
  const base = memory && memory.bavail * memory.bsize > ROOM_BYTES ? '/dev/shm' : tmpdir();
  removeLeftovers(base);
  const directory = mkdtempSync(join(base, `tamis-jest-${process.pid}-`));
  // If run as root, the server works under another user, who needs access to this directory.
  chmodSync(directory, 0o711);
  // Test files of several workers each start server processes, and each of these has a pool.
  const settings = { max_connections: '250' };
  const server = await startDevDb({ dataDir: join(directory, 'data'), durable: false, settings });
  process.env.TEST_DATABASE_URL = server.url();
  globalThis.tamisTestServer = { server, directory };
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => void stopServer().finally(() => process.exit(1)));
  }
}

/** Stops the server of this run and removes its data. Does nothing if the run uses an external server. */
export async function stopServer() {
  const { server, directory } = globalThis.tamisTestServer ?? {};
  globalThis.tamisTestServer = undefined;
  await server?.stop();
  if (directory) rmSync(directory, { recursive: true, force: true });
}

// A killed run leaves its server behind. PostgreSQL checks for its pid file every minute and ends if it has been removed.
function removeLeftovers(base) {
  for (const name of readdirSync(base)) {
    const pid = /^tamis-jest-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) rmSync(join(base, name), { recursive: true, force: true });
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function makeTemplate(serverUrl) {
  const client = new pg.Client(serverUrl);
  await client.connect();
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const { migrate } = await import('../../apps/api/dist/platform/database/migrate.js');
  const url = new URL(serverUrl);
  url.pathname = `/${TEMPLATE}`;
  await migrate(url.href);
}
