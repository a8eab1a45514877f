import { reportPromise } from '@tamis/testkit';
import { isUUID } from 'class-validator';

import { permissions } from '../src/platform/auth/index.js';
import { isPage, listRoutes, type Route } from './support/list-routes.js';
import { publicRoutes } from './support/public-routes.js';
import { belowOf, type TenancyCase, tenancyCases } from './support/route-cases.js';
import { type TestResponse, type Body, startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { makeTenantRecords, type RecordName, type TenantRecords, unknownRecords } from './support/tenant-records.js';

const writes: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const own = 'own-mark';
const foreign = 'strangers-mark';

/**
 * Tables that change by themselves, independently of requests: counts of stored evaluations, and the sync of a list that is in progress.
 */
const changedBehind = ['rule_counts', 'rule_count_progress', 'inbox_counts', 'inbox_changes', 'data_list_syncs'];

describe('all routes of the router', () => {
  let api: TestApi;
  let routes: readonly Route[];
  let permissionOf: ReadonlyMap<string, string | null | undefined>;
  let mine: TenantRecords;
  let theirs: TenantRecords;

  beforeAll(async () => {
    api = await startOwnTestApi();
    const document = (await api.call('/docs/json')).body as { paths: Record<string, Record<string, Body>> };
    // Routes that delete records come last.
    const found = listRoutes(api.app).filter((route) => !isPage(route));
    routes = [...found].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    permissionOf = new Map(
      Object.entries(document.paths).flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, operation]) => [
          `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
          operation['x-permission'] as string | null | undefined,
        ]),
      ),
    );
    mine = await makeTenantRecords(api, api.production, own, '11.444.777/0001-61');
    theirs = await makeTenantRecords(api, api.stranger, foreign, '19.131.243/0001-97');
  });
  afterAll(() => api?.stop());

  const isPublic = ({ name }: Route): boolean => name in publicRoutes;

  const ask = (route: Route, records: TenantRecords, more: object = {}): Promise<TestResponse> => {
    const tenancy = tenancyCases[route.name]!;
    const of = 'record' in tenancy ? tenancy : null;
    const value = of ? records[of.record] : 'x';
    const body = 'body' in tenancy && tenancy.body ? tenancy.body(records) : {};
    const path = route.path.replace(/:\w+/, encodeURIComponent(value)).replace(/:\w+/, belowOf(tenancy, records));
    return api.call(of?.query ? `${path}?${of.query(records)}` : path, {
      method: route.method,
      ...(writes.has(route.method) && { body }),
      ...more,
      headers: { 'x-request-id': 'same', ...(more as { headers?: object }).headers },
    });
  };

  it('promise 1: is described, has a tenancy case, and names its permission or why it is public', () => {
    expect(routes.length).toBeGreaterThan(30);
    const names = routes.map(({ name }) => name).sort();
    expect(Object.keys(tenancyCases).sort()).toEqual(names);
    expect([...permissionOf.keys()].sort()).toEqual(names);
    const unnamed = names.filter((name) => permissionOf.get(name) === undefined);
    expect(unnamed).toEqual(Object.keys(publicRoutes));
    const wrong = names.filter((name) => {
      const permission = permissionOf.get(name);
      return permission != null && !(permissions as readonly string[]).includes(permission);
    });
    expect(wrong).toEqual([]);
  });

  /** The contract gives the patch of a transaction a 403 that contains only a text. */
  const isCodeless = ({ name }: Route): boolean =>
    ['PATCH /transactions/:id', 'PATCH /transactions/external/:externalId'].includes(name);

  it('promise 1: asks for a key, and for the organization of the key where one is named', async () => {
    for (const route of routes.filter((route) => !isPublic(route))) {
      const without = await ask(route, unknownRecords, { key: null });
      expect([route.name, without.status]).toEqual([route.name, 401]);
      for (const organization of [api.stranger.organizationId, api.sandbox.organizationId]) {
        const swapped = await ask(route, unknownRecords, { headers: { 'x-organization-id': organization } });
        expect([route.name, swapped.status, swapped.body.error?.code ?? swapped.body.code, swapped.body.type]).toEqual([
          route.name,
          403,
          isCodeless(route) ? undefined : 'FORBIDDEN',
          '/errors/FORBIDDEN',
        ]);
      }
    }
  });

  it('promise 1: shows in lists what is its own and nothing of another organization', async () => {
    for (const route of routes) {
      if (!('list' in tenancyCases[route.name]!)) continue;
      const answer = await ask(route, mine);
      expect([route.name, answer.status]).toEqual([route.name, 200]);
      const marks = [own, ...Object.values(mine)];
      expect([route.name, marks.some((mark) => answer.text.includes(mark))]).toEqual([route.name, true]);
      for (const secret of [foreign, ...Object.values(theirs)]) {
        expect([route.name, answer.text.includes(secret)]).toEqual([route.name, false]);
      }
    }
  });

  it('promise 1: answers a record of another organization as one that never was, byte for byte, and leaves it as it is', async () => {
    const before = await digestOf(theirs.organization);
    let compared = 0;
    for (const route of routes) {
      const tenancy = tenancyCases[route.name]!;
      if (!('record' in tenancy) && !('body' in tenancy)) continue;
      const [found, unknown] = [await ask(route, theirs), await ask(route, unknownRecords)];
      const mask = 'record' in tenancy ? maskOf(tenancy.record, tenancy) : maskMade;
      expect([route.name, found.status, mask(found.text)]).toEqual([route.name, unknown.status, mask(unknown.text)]);
      if ('record' in tenancy) expect([route.name, unknown.status]).toEqual([route.name, 404]);
      compared += 1;
    }
    const after = await digestOf(theirs.organization);
    const isChanged = after !== before;
    reportPromise(1, {
      figure: `${routes.length} routes of the router, all with a case; ${compared} compared byte for byte, ${isChanged ? 'rows changed' : '0 leaks'}`,
      target: '100 % of routes in the manifest, 0 leaks',
      holds: !isChanged,
    });
    expect(compared).toBeGreaterThan(20);
    // Compared line by line, so that a failure shows the table.
    expect(after).toBe(before);
  });

  it('answer an id that is not a UUID like one that no record has', async () => {
    const differing: string[] = [];
    for (const route of routes) {
      const tenancy = tenancyCases[route.name]!;
      if (!('record' in tenancy) || !isUUID(unknownRecords[tenancy.record])) continue;
      const unknown = await ask(route, unknownRecords);
      const path = route.path.replace(/:\w+/, 'x').replace(/:\w+/, belowOf(tenancy, unknownRecords));
      const malformed = await ask({ ...route, path }, unknownRecords);
      const [one, other] = [unknown, malformed].map(({ status, body }) => `${status} ${body['type']}`);
      if (one !== other) differing.push(`${route.name}: ${one}, ${other}`);
    }
    expect(differing).toEqual([]);
  });

  it('promise 1: knows the records of its own organization, so that the comparisons above compare something', async () => {
    for (const route of routes) {
      const tenancy = tenancyCases[route.name]!;
      if (!('record' in tenancy) && !('body' in tenancy)) continue;
      const answer = await ask(route, mine);
      expect([route.name, answer.status === 404 || answer.status >= 500]).toEqual([route.name, false]);
      if ('body' in tenancy && !('record' in tenancy))
        expect([route.name, answer.status < 300]).toEqual([route.name, true]);
    }
  });

  /** Returns a function that replaces the name of the other organization's record in a response with the name that no record has. */
  const maskOf = (name: RecordName, tenancy: TenancyCase) => (text: string) =>
    text
      .replaceAll(belowOf(tenancy, theirs) || theirs[name], belowOf(tenancy, unknownRecords) || unknownRecords[name])
      .replaceAll(encodeURIComponent(theirs[name]), encodeURIComponent(unknownRecords[name]))
      .replaceAll(theirs[name], unknownRecords[name]);

  /** Returns the response without values that are generated each time: ids, times, hashes, and the numbers in names of rules. */
  const maskMade = (text: string): string =>
    text
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>')
      .replaceAll(/[0-9a-f]{64}/g, '<hash>')
      .replaceAll(/(rule[_ ])\d+/gi, '$1<n>')
      .replaceAll(theirs.externalId, unknownRecords.externalId)
      .replaceAll(theirs.taxId, unknownRecords.taxId);

  /** Returns a text that changes if any row of the organization does. */
  async function digestOf(organizationId: string): Promise<string> {
    const { rows } = await api.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'organization_id' and table_name <> all($1) order by 1`,
      [changedBehind],
    );
    const digests: string[] = [];
    for (const { name } of [...rows, { name: 'organizations' }]) {
      const column = name === 'organizations' ? 'id' : 'organization_id';
      const digest = await api.pool.query<{ digest: string }>(
        `select coalesce(md5(string_agg(r::text, ',' order by r::text)), '') as digest from ${name} r where ${column} = $1`,
        [organizationId],
      );
      digests.push(`${name} ${digest.rows[0]!.digest}`);
    }
    return digests.join('\n');
  }
});
