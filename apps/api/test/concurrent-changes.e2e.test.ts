import { startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { makeTenantRecords, type RecordName, type TenantRecords } from './support/tenant-records.js';

type Bodies = readonly [object, object];

/** Concurrent changes of different members of one record, by the route of the record. */
const changes: readonly (readonly [string, RecordName, Bodies])[] = [
  ['/organizations', 'organization', [{ language: 'pt' }, { rateMaxAgeDays: 6 }]],
  ['/organizations', 'organization', [{ settings: { windowConsistency: 'relaxed' } }, { settings: { rulePolicy: { requireReason: true } } }]],
  ['/teams', 'team', [{ name: 'Both' }, { description: 'both' }]],
  ['/roles', 'role', [{ name: 'Both' }, { description: 'both' }]],
  ['/members', 'member', [{ firstName: 'Both' }, { lastName: 'Both' }]],
  ['/api-keys', 'apiKey', [{ name: 'both' }, { ipAllowlist: ['10.0.0.0/8'] }]],
  ['/webhook-config', 'webhook', [{ name: 'both' }, { description: 'both' }]],
  ['/data-lists', 'list', [{ name: 'both' }, { description: 'both' }]],
  ['/marketplace/enrichment-groups', 'enrichmentGroup', [{ name: 'both' }, { slug: 'both' }]],
  ['/screening-profiles', 'screeningProfile', [{ name: 'both' }, { weakAliases: true }]],
  ['/automations', 'automation', [{ name: 'both' }, { description: 'both' }]],
  ['/risk-matrices', 'riskMatrix', [{ name: 'both' }, { description: 'both' }]],
  ['/rules', 'rule', [{ owner: 'both' }, { tags: ['both'] }]],
  ['/relationships', 'relationship', [{ strength: 0.25 }, { role: 'both' }]],
  ['/intelligence/investigations', 'investigation', [{ tags: ['both'] }, { description: 'both' }]],
  ['/devices', 'device', [{ deviceName: 'both' }, { isTrusted: true }]],
  ['/entities', 'entity', [{ name: 'Both' }, { attributes: { both: true } }]],
]; // prettier-ignore

describe('concurrent changes to one record', () => {
  let api: TestApi;
  let mine: TenantRecords;
  beforeAll(async () => {
    api = await startOwnTestApi();
    mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
  });
  afterAll(() => api?.stop());

  const entries = async (): Promise<number> => {
    const { rows } = await api.pool.query(
      'select coalesce(max(sequence), 0)::int as n from audit_events where organization_id = $1',
      [api.production.organizationId],
    );
    return rows[0].n as number;
  };

  it.each(changes)('%s: keeps both when two requests change different fields of %s', async (path, record, bodies) => {
    const change = (body: object) => api.call(`${path}/${mine[record]}`, { method: 'PATCH', body });
    const answers = await Promise.all(bodies.map(change));
    expect(answers.map(({ status, text }) => (status === 200 ? '' : text))).toEqual(['', '']);
    const before = await entries();
    // An existing value leaves no audit entry; a lost one would.
    await Promise.all(bodies.map(change));
    expect(await entries()).toBe(before);
  });
});
