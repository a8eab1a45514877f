import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { type Body, startTestApi, type TestApi, testSecrets } from '../../../../test/support/start-test-api.js';
import { renewMatchKeys } from './index.js';
import { type KeyedEntity, matchKeysOf } from './persistence/match-keys.js';

const command = fileURLToPath(new URL('../../../../dist/main.admin.js', `file://${__filename}`));

describe('match keys that were made when names were read differently', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const stored = async (name: string, type = 'company'): Promise<string> => {
    const body = { type, name, countryCode: 'BR', skipRulesExecution: true };
    const answer = await api.call('/entities', { body });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body.entity.id;
  };
  const upsert = async (name: string): Promise<Body> => {
    const entity = { type: 'company', name, countryCode: 'BR', skipRulesExecution: true };
    return (await api.call('/entities/upsert', { method: 'PUT', body: { entity } })).body;
  };
  /** Leaves the keys of an earlier version. */
  const makeKeysStale = (organizationId: string) =>
    api.pool.query(`update entity_match_keys set key = 'v ' || key where organization_id = $1`, [organizationId]);

  const misplacedKeys = async (organizationId: string): Promise<readonly string[]> => {
    const entities = await api.pool.query<KeyedEntity>(
      `select organization_id as "organizationId", id, type, name, external_id as "externalId", country_code as "countryCode",
         normalized_tax_id as "normalizedTaxId", deleted_at as "deletedAt" from entities where organization_id = $1`,
      [organizationId],
    );
    const keys = await api.pool.query<{ id: string; key: string }>(
      'select entity_id as id, key from entity_match_keys where organization_id = $1',
      [organizationId],
    );
    const all = new Set(keys.rows.map(({ id, key }) => `${id} ${key}`));
    const due = new Set(entities.rows.flatMap((row) => [...matchKeysOf(row)].map((key) => `${row.id} ${key}`)));
    return [...all, ...due].filter((key) => all.has(key) !== due.has(key));
  };

  it('are renewed by a command, so that companies are found again', async () => {
    const { organizationId } = api.production;
    const id = await stored('Fundição Três Rios');
    const theirs = api.stranger.organizationId;
    await api.pool.query(`insert into entity_match_keys values ($1, 'v foreign', $2)`, [theirs, id]);
    await makeKeysStale(organizationId);
    const lost = await upsert('Três Rios Fundição');
    expect(lost.action).toBe('created');
    await api.call(`/entities/${lost.entity.id}`, { method: 'DELETE' });

    const env = { DATABASE_URL: api.pool.options.connectionString, ...testSecrets };
    const renew = async (organization: string) =>
      promisify(execFile)(process.execPath, [command, 'renew-match-keys', '--organization', organization, '--json'], {
        env,
      });
    const first: Body = JSON.parse((await renew(organizationId)).stdout);
    expect(first.added).toBeGreaterThan(0);
    expect(first.removed).toBe(first.added);
    expect(JSON.parse((await renew(organizationId)).stdout)).toMatchObject({ added: 0, removed: 0, keys: first.added });
    expect((await upsert('Três Rios Fundição')).entity.id).toBe(id);
    const { rowCount } = await api.pool.query(`delete from entity_match_keys where key = 'v foreign'`);
    expect(rowCount).toBe(1);
    await expect(renew('01890000-0000-7000-8000-000000000000')).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('does not exist'),
    });
  });

  it('are renewed in small parts while entities are created, renamed and deleted', async () => {
    const { organizationId } = api.production;
    const ids = await Promise.all(
      Array.from({ length: 24 }, (_, n) => stored(`Olaria ${n} do Vale`, n % 3 ? 'company' : 'person')),
    );
    await makeKeysStale(organizationId);
    const changes: Promise<{ readonly status: number }>[] = [];
    let parts = 0;
    await renewMatchKeys(api.pool, organizationId, {
      batchSize: 5,
      onProgress: () => {
        const id = ids[parts % ids.length]!;
        if (parts % 4 === 0) changes.push(api.call(`/entities/${id}`, { method: 'DELETE' }));
        else if (parts % 4 === 1)
          changes.push(api.call(`/entities/${id}`, { method: 'PATCH', body: { name: `Nova ${parts}` } }));
        else if (parts % 4 === 2) changes.push(stored(`Mina ${parts}`).then(() => ({ status: 200 })));
        parts += 1;
      },
    });
    const refused = (await Promise.all(changes)).filter(({ status }) => status !== 200 && status !== 404);
    expect(refused).toEqual([]);
    expect(parts).toBeGreaterThan(20);
    expect(await misplacedKeys(organizationId)).toEqual([]);
  });
});
