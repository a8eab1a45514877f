import { requestChange } from './support/change-requests.js';
import { listRoutes } from './support/list-routes.js';
import { type Body, startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from './support/tenant-records.js';

const question = 'answers a question and changes nothing';
const elsewhere = (test: string): string => `needs more than records to be made: ${test}`;
const isApproval = ({ path }: { readonly path: string }): boolean => path.startsWith('/rules/approvals');

const ofPeople = elsewhere('sign-in.e2e.test.ts shows the entries of people');

/** The routes that create no audit entry here, with the reason. */
const silent: Readonly<Record<string, string>> = {
  'POST /data-lists/bulk-check': question,
  'POST /data-lists/:type/check': question,
  'POST /data-lists/:id/items/find': question,
  'POST /data-lists/:id/impact': question,
  'POST /evaluations/:id/replay': question,
  'POST /rules/convert': question,
  'POST /rules/execute': question,
  'POST /rules/flips': question,
  'POST /rules/plan': question,
  'POST /rules/validate': question,
  'POST /rules/test': question,
  'POST /batch-import/validate-csv': question,
  'POST /screening-profiles/:id/try': question,
  'POST /automations/:id/test': question,
  'POST /automations/check': question,
  'POST /automations/conditions': question,
  'PUT /marketplace/integrations/:code': elsewhere('integrations.e2e.test.ts, of a provider'),
  'POST /integration-execution/marketplace/enrichment': elsewhere('enrichments.e2e.test.ts, with a provider'),
  'POST /integration-execution/marketplace/enrichment-by-external-id': elsewhere(
    'enrichments.e2e.test.ts, with a provider',
  ),
  'POST /integration-execution/execute-without-entity': elsewhere(
    'execute-without-entity.e2e.test.ts, with a provider',
  ),
  'POST /entities/:id/relationships/materialize': elsewhere('materialize.e2e.test.ts, with a register'),
  'POST /entities/automatic': elsewhere('automatic-entities.e2e.test.ts, with a register'),
  'POST /entities/:id/screenings': elsewhere('screenings.e2e.test.ts, with lists'),
  'POST /screenings/batch': elsewhere('screenings.e2e.test.ts, with lists'),
  'POST /screening-matches/:id/decide': elsewhere('screenings.e2e.test.ts, of a match that nobody has decided'),
  'POST /screening-matches/next': elsewhere('assigned-work.e2e.test.ts, by a person'),
  'PUT /screening-matches/:id/assign': elsewhere('assigned-work.e2e.test.ts, of one that is open'),
  'POST /api/kyc/validations/next': elsewhere('assigned-work.e2e.test.ts, by a person'),
  'PUT /api/kyc/validations/:id/assign': elsewhere('assigned-work.e2e.test.ts, of one in review'),
  'POST /api/kyc/validations/:id/review': elsewhere('sessions.e2e.test.ts, of one that waits for a review'),
  'PUT /kyc/session/:token/images/:side': elsewhere('sessions.e2e.test.ts, with a link'),
  'PUT /kyc/session/:token/document': elsewhere('sessions.e2e.test.ts, with a link'),
  'POST /kyc/session/:token/submit': elsewhere('sessions.e2e.test.ts, with a link'),
  'POST /kyc/session/:token/cancel': elsewhere('sessions.e2e.test.ts, with a link'),
  'PUT /kyc/documents/:token/documents/:documentId/files': elsewhere('document-pages.e2e.test.ts, with a link'),
  'DELETE /kyc/documents/:token/files/:fileId': elsewhere('document-pages.e2e.test.ts, with a link'),
  'POST /kyc/documents/:token/submit': elsewhere('document-pages.e2e.test.ts, with a link'),
  'POST /automations/:id/restore': elsewhere('automations.e2e.test.ts, of one that is archived'),
  'POST /automations/executions/:executionId/cancel': elsewhere('standby.e2e.test.ts, of one that waits'),
  'POST /automations/executions/:executionId/continue/confirm': elsewhere('standby.e2e.test.ts, with its token'),
  'POST /automations/hooks/:token': 'another system says what happened; the execution is the record of it',
  'POST /members/:id/password-reset': elsewhere('send-emails.e2e.test.ts, by a person'),
  'POST /organizations': ofPeople,
  'POST /auth/sign-out': ofPeople,
  'POST /auth/password': ofPeople,
  'POST /auth/sign-up': ofPeople,
  'POST /auth/sign-up/complete': ofPeople,
  'POST /auth/sign-in': ofPeople,
  'POST /auth/link': ofPeople,
  'POST /auth/invitations/accept': ofPeople,
  'POST /auth/password/forgot': ofPeople,
  'POST /auth/password/reset': ofPeople,
  'DELETE /auth/sessions/:id': ofPeople,
  'POST /organizations/:id/reset': elsewhere('organizations.e2e.test.ts, in a sandbox'),
  'POST /data-lists/:id/child-share': elsewhere('sharing.e2e.test.ts, with a child'),
  'POST /risk-matrices/:id/child-share': elsewhere('sharing.e2e.test.ts, with a child'),
  'POST /webhook-config/:id/child-share': elsewhere('webhook-sharing.e2e.test.ts, with a child'),
  'PUT /shared-resources/risk_matrix/:id': elsewhere('sharing.e2e.test.ts, in a child'),
  'PUT /shared-resources/data_list/:id': elsewhere('shared-lists.e2e.test.ts, in a child'),
  'PUT /shared-resources/webhook/:id': elsewhere('webhook-sharing.e2e.test.ts, in a child'),
  'PATCH /risk-matrices/:id/params': elsewhere('sharing.e2e.test.ts, in a child'),
  'POST /entities/:id/analyze': elsewhere('analyses.e2e.test.ts, with a rule about people'),
  'POST /events/user/:id/analyze': elsewhere('analyses.e2e.test.ts, with a rule about user events'),
  'POST /transactions/:id/analyze': elsewhere('analyses.e2e.test.ts, with a rule in force'),
  'POST /entities/:id/restore': elsewhere('what was deleted is restored below'),
  'PATCH /transactions/:id/changeStatus': elsewhere('the same by the external id has its entry here'),
  'POST /rules/approvals/:id/approve': elsewhere('rule-approvals.e2e.test.ts, by a second person'),
  'POST /rules/approvals/:id/withdraw': elsewhere('the approval is rejected here'),
  'POST /rules/apply': elsewhere('rule-files.e2e.test.ts, with a plan that holds'),
  'DELETE /rules/:id/guard': elsewhere('rule-guards.e2e.test.ts, of a rule that is not archived'),
  'PUT /teams/:id/members/:memberId': elsewhere('teams.e2e.test.ts, of a member who is not in it'),
  'POST /teams/:id/restore': elsewhere('teams.e2e.test.ts, of a team that was removed'),
  'POST /roles/:id/restore': elsewhere('members.e2e.test.ts, of a role that was removed'),
  'POST /data-lists/:id/items/:itemId/restore': elsewhere('list-items.e2e.test.ts, of an item that was removed'),
  'DELETE /roles/:id': elsewhere('members.e2e.test.ts, of a role that nobody has'),
  'DELETE /risk-matrices/:id': elsewhere('risk-matrices.e2e.test.ts, of a matrix that is not in use'),
  'POST /intelligence/alerts/consolidate': elsewhere('cases.e2e.test.ts, with alerts that belong together'),
  'POST /intelligence/alerts/next': elsewhere('alert-work.e2e.test.ts, by a person'),
  'POST /intelligence/alerts/bulk': elsewhere('alert-work.e2e.test.ts, of alerts that allow it'),
  'POST /intelligence/alerts/revert': elsewhere('alert-work.e2e.test.ts, of the newest entry'),
  'POST /intelligence/investigations/:id/alerts/unlink': elsewhere('alert-work.e2e.test.ts, of alerts in the case'),
  'POST /batch-import/jobs/:id/control': elsewhere('batch-jobs.e2e.test.ts, of a batch that goes on'),
  'POST /transactions/batch/background-multi': elsewhere('it begins batches as the other routes do'),
  'POST /transactions/batch/upload': elsewhere('it begins batches as the other routes do'),
  'POST /batch-import/import/transactions': elsewhere('it begins batches as the other routes do'),
  'POST /batch-import/import/user-events': elsewhere('it begins batches as the other routes do'),
  'POST /batch-import/import/entities': elsewhere('it begins batches as the other routes do'),
};

describe('audit log of every route that changes something', () => {
  let api: TestApi;
  let mine: TenantRecords;
  beforeAll(async () => {
    api = await startOwnTestApi();
    mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
  });
  afterAll(() => api?.stop());

  const newest = async (): Promise<number> => {
    const { rows } = await api.pool.query(
      'select coalesce(max(sequence), 0)::int as n from audit_events where organization_id = $1',
      [api.production.organizationId],
    );
    return rows[0].n as number;
  };

  it('has an entry with the key for each route, or the route is listed with a reason', async () => {
    const routes = listRoutes(api.app).filter(({ method, path }) => method !== 'GET' && !path.startsWith('/docs'));
    const names = routes.map(({ name }) => name);
    expect(Object.keys(silent).filter((name) => !names.includes(name))).toEqual([]);
    // Approvals are decided before their rules change, and deletions are made last.
    const asked = routes
      .filter(({ name }) => !(name in silent))
      .sort((a, b) => Number(isApproval(b)) - Number(isApproval(a)))
      .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
    expect(asked.length).toBeGreaterThan(70);
    const without: unknown[] = [];
    for (const route of asked) {
      const before = await newest();
      const { status, text } = await requestChange(api, route, mine);
      const { rows } = await api.pool.query(
        `select 1 from audit_events where organization_id = $1 and sequence > $2 and actor_id = $3`,
        [api.production.organizationId, before, api.production.apiKeyId],
      );
      if (status >= 300 || rows.length === 0)
        without.push([route.name, status, rows.length, status >= 300 ? text : '']);
    }
    expect(without).toEqual([]);
  });

  const reads: readonly (readonly [string, (records: TenantRecords) => string, string, string])[] = [
    ['its own export', () => '/audit/events/export?event=entity_created', 'audit_trail', 'audit_exported'],
    ['a batch as it was sent', ({ batchJob }) => `/batch-import/jobs/${batchJob}/payload`, 'batch_job', 'batch_job_payload_read'],
  ]; // prettier-ignore
  it.each(reads)('has an entry for %s', async (_, path, resourceType, event) => {
    expect((await api.call(path(mine))).status).toBe(200);
    const { events } = (await api.call(`/audit/events?resourceType=${resourceType}&event=${event}`)).body;
    expect(events).toMatchObject([{ event, actor: { id: api.production.apiKeyId } }]);
  });

  it('has an entry for account numbers shown in full, and for no others', async () => {
    const owner = { type: 'person', name: 'Eva', countryCode: 'BR' };
    const { id } = (await api.call('/entities', { body: owner })).body.entity as { id: string };
    const account = { accountType: 'savings', currency: 'USD', externalAccountId: 'n-1', accountNumber: '123456789012' };
    const path = `/entities/${id}/accounts`;
    expect((await api.call(path, { body: account })).status).toBe(201);
    const blind = await api.call('/api-keys', { body: { name: 'k', permissions: ['entities:read'] } });
    const shown = async (): Promise<readonly Body[]> =>
      (await api.call(`/audit/events?resourceId=${id}&event=entity_account_number_read`)).body.events as Body[];
    expect((await api.call(path, { key: blind.body.key as string })).text).not.toContain('123456789012');
    expect(await shown()).toEqual([]);
    expect((await api.call(path)).text).toContain('123456789012');
    expect(await shown()).toMatchObject([{ resourceType: 'entity', actor: { id: api.production.apiKeyId } }]);
  }); // prettier-ignore
});
