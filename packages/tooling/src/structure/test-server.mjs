/* global Buffer, fetch */
// The built API on a separate embedded database, for measurements of the tooling.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

/**
 * @param {(path: string) => Promise<any>} load imports a built file of the API
 * @param {(server: { call: (path: string, body?: object, method?: string) => Promise<any> }) => Promise<T>} measure
 * @returns {Promise<T>} what `measure` returned, after the server and its database are gone
 * @template T
 */
export async function withTestServer(load, measure) {
  const { startDevDb } = await import('@tamis/devdb');
  const directory = mkdtempSync(join(tmpdir(), 'tamis-structure-'));
  const database = await startDevDb({ dataDir: join(directory, 'data'), durable: false });
  try {
    const url = database.url();
    const { migrate } = await load('platform/database/migrate.js');
    await migrate(url);
    return await withApp(load, url, measure);
  } finally {
    await database.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

async function withApp(load, url, measure) {
  const { createApp } = await load('create-app.js');
  const { readConfig } = await load('platform/config/index.js');
  const { createAccount } = await load('modules/tenancy/organizations/index.js');
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const account = await createAccount(pool, { name: 'Own', deployment: 'development', ifMissing: false });
  await pool.end();
  const TAMIS_MASTER_KEY = Buffer.alloc(32, 7).toString('base64');
  const config = readConfig({ TAMIS_MASTER_KEY, DATABASE_URL: url, PORT: '0', LOG: 'silent' });
  const app = await createApp(config.value);
  await app.listen(0, '127.0.0.1');
  try {
    return await measure({ call: callsTo(await app.getUrl(), account.value.production.key) });
  } finally {
    await app.close();
  }
}

const callsTo =
  (url, key) =>
  async (path, body, method = 'POST') => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return JSON.parse(text);
  };
