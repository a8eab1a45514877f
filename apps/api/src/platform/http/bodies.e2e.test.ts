import { readFileSync } from 'node:fs';

import { reportPromise } from '@tamis/testkit';
import fc from 'fast-check';

import { responseProblem } from '../../../test/support/check-response.js';
import { hostileBodyCases } from '../../../test/support/hostile-body-cases.js';
import { listRoutes } from '../../../test/support/list-routes.js';
import { tenancyCases } from '../../../test/support/route-cases.js';
import { startTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { makeTenantRecords } from '../../../test/support/tenant-records.js';

const openApi = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, { readonly post?: { readonly requestBody?: object } }>>;
};

const marker = '00000000-0000-7000-8000-00000000abcd';

/** Fields that only the server may write, with values that can be recognized. */
const serverOwned = {
  id: marker,
  organizationId: marker,
  riskScore: 98.7654321,
  createdAt: '1999-09-09T09:09:09.999Z',
  createdBy: marker,
  isGlobal: true,
  enabled: true,
};

describe('bodies', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  it('are rejected on a route that reads none', async () => {
    // One route requires a session. The other first checks the token in its path.
    const others = ['/auth/sign-out', '/automations/executions/{executionId}/continue/confirm'];
    const isAskedByKeys = (path: string): boolean => !others.includes(path);
    const paths = Object.entries(openApi.paths)
      .filter(([path, { post }]) => post !== undefined && post.requestBody === undefined && isAskedByKeys(path))
      .map(([path]) => path.replaceAll(/\{\w+\}/g, marker));
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const answers = [
        await api.call(path, { method: 'POST', body: { status: 'RESOLVED' } }),
        await api.call(path, { method: 'POST', body: [] }),
      ];
      for (const { status, body, text } of answers) {
        expect([path, status, text]).toEqual([path, 400, expect.stringContaining('VALIDATION_ERROR')]);
        expect(responseProblem('POST', path, status, body)).toBeNull();
      }
      expect(answers[0]!.text).toContain('"status":"is not a known field"');
      for (const body of [{}, undefined])
        expect((await api.call(path, { method: 'POST', ...(body && { body }) })).text).not.toContain(
          'VALIDATION_ERROR',
        );
    }
  });

  it('promise 4: fields that the server owns are refused or ignored, on every route that reads a body', async () => {
    const mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
    const routes = listRoutes(api.app).filter(({ name }) => name in hostileBodyCases);
    const taken: string[] = [];
    for (const { name, method, path } of routes) {
      const tenancy = tenancyCases[name]!;
      const value = 'record' in tenancy ? mine[tenancy.record] : 'x';
      const body = { ...hostileBodyCases[name]!(mine), ...serverOwned };
      const asked = path.replace(/:\w+/, encodeURIComponent(value)).replaceAll(/:\w+/g, 'x');
      const answer = await api.call(asked, { method, body });
      const problem = responseProblem(method, asked, answer.status, answer.body);
      if (problem !== null) taken.push(`${name} answers outside its description: ${problem}`);
      if (answer.status >= 500 || /98\.7654321|1999-09-09|"enabled":true|"isGlobal":true/.test(answer.text)) {
        taken.push(`${name} ${answer.text}`);
      }
    }
    const { rows } = await api.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    );
    for (const { name } of rows) {
      const found = await api.pool.query(`select 1 from ${name} r where r::text like '%${marker}%'`);
      if (found.rowCount !== 0) taken.push(`rows of ${name}`);
    }
    reportPromise(4, {
      figure: `${taken.length} of ${Object.keys(serverOwned).length} server-owned fields taken on ${routes.length} routes`,
      target: '0',
      holds: taken.length === 0,
    });
    expect([routes.length > 20, taken]).toEqual([true, []]);
  });

  it('promise 24: any JSON comes back with equal values and in the order of its keys, or is refused', async () => {
    let [kept, refused, sent] = [0, 0, 0];
    const wrong: string[] = [];
    const routes = [
      [
        '/entities',
        'attributes',
        (json: string) => `{"type":"person","name":"A","countryCode":"BR","attributes":${json}}`,
      ],
      [
        '/transactions',
        'metadata',
        (json: string) =>
          `{"externalId":"any-${sent}","type":"PAYMENT","amount":1,"currency":"USD","executeRules":${sent % 2 === 0},"metadata":${json}}`,
      ],
    ] as const;
    const hostile = fc.constantFrom(
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      '',
      '💩',
      '\u0000',
    );
    const keys = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 8 }));
    const values = fc.oneof(
      fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }),
      fc.constantFrom<unknown>(1e200, -0.1, 1e-7, 123456789012345, '\ud800', '1e2'),
    );
    const object = fc.array(fc.tuple(keys, values), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(object, fc.integer({ min: 0, max: 1 }), async (entries, which) => {
        sent += 1;
        const [path, member, body] = routes[which]!;
        const json = `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`;
        const made = await api.call(path, { body: body(json) });
        if (made.status === 400) {
          refused += 1;
          return;
        }
        const record = made.body.entity ?? made.body.transaction;
        const read = await api.call(`${path}/${record.id}`);
        const stored = (read.body.transaction ?? read.body.entity ?? read.body)[member];
        kept += 1;
        if (made.status !== 201 || JSON.stringify(stored) !== JSON.stringify(JSON.parse(json)))
          wrong.push(`${json} ${read.text}`);
      }),
      { numRuns: 400 },
    );
    const polluted = Object.keys(Object.prototype).length;
    reportPromise(24, {
      figure: `${kept} objects kept, ${refused} refused, ${wrong.length} changed; ${polluted} keys on Object.prototype`,
      target: 'equal values and key order, or 400; 0 silent changes; 0 keys',
      holds: wrong.length === 0 && polluted === 0 && kept > 0,
    });
    expect([wrong, polluted, kept > 50, refused > 50]).toEqual([[], 0, true, true]);
  });
});
