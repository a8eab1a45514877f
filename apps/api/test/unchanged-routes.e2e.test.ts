import { requestChange, requestRead } from './support/change-requests.js';
import { listRoutes } from './support/list-routes.js';
import { startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from './support/tenant-records.js';

const needsMore = 'needs more than records to be made';
const ofAnother = 'a link or a parent says what it is about';

/** Routes whose second request differs from the first, and why. */
const others: Readonly<Record<string, string>> = {
  'PUT /rules/:id/guard': 'the guard is armed again, and counts from then on',
  'PUT /rules/library': 'names the version it replaces; library-names.e2e.test.ts',
  'PUT /marketplace/integrations/:code': needsMore,
  'PUT /screening-matches/:id/assign': needsMore,
  'PUT /api/kyc/validations/:id/assign': needsMore,
  'PATCH /transactions/:id/changeStatus': 'the same by the external id is asked here',
  'PUT /kyc/session/:token/images/:side': ofAnother,
  'PUT /kyc/session/:token/document': ofAnother,
  'PUT /kyc/documents/:token/documents/:documentId/files': ofAnother,
  'PATCH /risk-matrices/:id/params': ofAnother,
  'PUT /shared-resources/risk_matrix/:id': ofAnother,
  'PUT /shared-resources/data_list/:id': ofAnother,
  'PUT /shared-resources/webhook/:id': ofAnother,
};

/** Columns that change with every request, such as the last use of a key, or asynchronously. */
const changedBehind: readonly string[] = [
  ...['api_keys', 'organization_windows', 'rate_windows', 'automation_cursors', 'webhook_cursors'],
  ...['rule_counts', 'rule_count_progress', 'inbox_counts', 'inbox_changes', 'data_list_syncs', 'ownership_dues'],
];

describe('repeated PATCH and PUT requests', () => {
  let api: TestApi;
  let mine: TenantRecords;
  beforeAll(async () => {
    api = await startOwnTestApi();
    mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
  });
  afterAll(() => api?.stop());

  /** A digest of the organization's rows in each table, which differs if any row does. */
  async function digests(): Promise<ReadonlyMap<string, string>> {
    const { rows } = await api.pool.query<{ name: string }>(
      `select table_name as name from information_schema.columns
       where table_schema = 'public' and column_name = 'organization_id' and table_name <> all($1) order by 1`,
      [changedBehind],
    );
    const found = new Map<string, string>();
    for (const { name } of rows) {
      const digest = await api.pool.query<{ digest: string }>(
        `select coalesce(md5(string_agg(r::text, ',' order by r::text)), '') as digest from ${name} r where organization_id = $1`,
        [api.production.organizationId],
      );
      found.set(name, digest.rows[0]!.digest);
    }
    return found;
  }

  it('change no row, write no audit log entry and notify nobody', async () => {
    const routes = listRoutes(api.app).filter(({ method }) => ['PATCH', 'PUT'].includes(method));
    const names = routes.map(({ name }) => name);
    expect(Object.keys(others).filter((name) => !names.includes(name))).toEqual([]);
    const asked = routes.filter(({ name }) => !(name in others));
    expect(asked.length).toBeGreaterThan(40);
    const found: unknown[] = [];
    for (const route of asked) {
      const first = await requestChange(api, route, mine);
      if (first.status >= 300) found.push([route.name, first.status, first.text]);
      const before = await digests();
      const { status, text } = await requestChange(api, route, mine);
      const after = await digests();
      const changed = [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]));
      const isTold = status < 300 || /NO_CHANGES|INVALID_STATUS_TRANSITION/.test(text);
      if (changed.length > 0 || !isTold) found.push([route.name, status, changed, isTold ? '' : text]);
    }
    expect(found).toEqual([]);
  });

  it('change nothing if what was read is sent back', async () => {
    const routes = listRoutes(api.app).filter(
      ({ name, method }) => ['PATCH', 'PUT'].includes(method) && !(name in others),
    );
    const found: unknown[] = [];
    let asked = 0;
    for (const route of routes) {
      // The URL of this webhook was stored past the checks.
      const read = route.name.endsWith('/webhook-config/:id') ? null : await requestRead(api, route, mine);
      if (read === null) continue;
      asked += 1;
      const before = await digests();
      const { status, text } = await requestChange(api, route, mine, read);
      const after = await digests();
      const changed = [...after].flatMap(([name, digest]) => (before.get(name) === digest ? [] : [name]));
      const isTold = status < 300 || /NO_CHANGES|INVALID_STATUS_TRANSITION/.test(text);
      if (changed.length > 0 || !isTold) found.push([route.name, status, changed, isTold ? '' : text, read]);
    }
    expect(found).toEqual([]);
    expect(asked).toBeGreaterThan(10);
  });
});
