import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createTestDatabase, type TestDatabase } from '@tamis/testkit';
import pg from 'pg';

import { createApp } from '../../create-app.js';
import { createAccount } from '../../modules/tenancy/organizations/index.js';
import { readConfig } from '../config/index.js';
import { send } from '../../../test/support/start-test-api.js';

describe('a server without a master key, as in development', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let app: NestFastifyApplication;
  let url: string;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, max: 1 });
    const account = await createAccount(pool, { name: 'Own', deployment: 'development', ifMissing: false });
    if (!account.ok || !account.value.created) throw new Error('no account');
    key = account.value.production.key;
    const config = readConfig({ DATABASE_URL: database.url, PORT: '0', LOG: 'silent' });
    if (!config.ok) throw new Error(config.error.join());
    app = await createApp(config.value);
    await app.listen(0, '127.0.0.1');
    url = await app.getUrl();
  });
  afterAll(async () => {
    await app?.close();
    await pool?.end();
    await database?.drop();
  });

  const pay = (externalId: string, more: object) =>
    send(`${url}/transactions`, key, {
      body: { externalId, type: 'PAYMENT', amount: 10, currency: 'USD', ...more },
    });

  it('accepts data that needs no encryption, and rejects the rest with the missing setting, storing nothing', async () => {
    expect((await pay('plain', {})).status).toBe(201);
    const refused = await pay('sealed', { originDetails: { accountNumber: '0170099220000067797370' } });
    expect([refused.status, refused.text]).toEqual([503, expect.stringContaining('TAMIS_MASTER_KEY')]);
    const { rows } = await pool.query('select external_id from transactions');
    expect(rows).toEqual([{ external_id: 'plain' }]);
  });
});
