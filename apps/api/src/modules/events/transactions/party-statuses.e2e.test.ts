import { publishRule } from '../../../../test/support/publish-rule.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import { type Body, startTestApi, type TestApi, type TestResponse } from '../../../../test/support/start-test-api.js';
import { entityStatuses, transactionDecisions } from '../../parties/entities/index.js';

let made = 0;

describe('platform 3.1: payments of parties by entity status', () => {
  let api: TestApi;
  let ruleId: string;

  const send = (method: string, path: string, body?: object): Promise<TestResponse> =>
    api.call(path, { method, ...(body && { body }) });
  const pay = (more: object, path = '/transactions'): Promise<TestResponse> =>
    send('POST', path, { externalId: `ps-${(made += 1)}`, type: 'PAYMENT', amount: 500, currency: 'USD', ...more });
  const createParty = async (more: object = {}): Promise<Body> => {
    const body = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: `party-${(made += 1)}`, ...more };
    const { body: created, text } = await send('POST', '/entities', body);
    if (!created.entity) throw new Error(text);
    return created.entity;
  };
  const setStatus = async (id: string, status: string): Promise<void> => {
    const { status: http, text } = await send('PATCH', `/entities/${id}`, { status, reason: 'seen by a person' });
    if (http !== 200) throw new Error(text);
  };
  const refuseBlocked = (blockedParties: string): Promise<TestResponse> =>
    send('PATCH', `/organizations/${api.production.organizationId}`, { settings: { blockedParties } });

  beforeAll(async () => {
    api = await startTestApi();
    ruleId = await publishRule(api, { source: ruleText().replace('suggest FLAG', 'key "seen"') });
  });
  afterAll(() => api?.stop());

  it.each(entityStatuses.filter((status) => status !== 'deleted'))(
    'get the decision for their status when a party is %s',
    async (status) => {
      const { id } = await createParty({ status });
      const decision = transactionDecisions[status];
      for (const role of ['origin', 'destination'] as const) {
        const { body } = await pay({ [`${role}EntityId`]: id });
        expect(body.transaction).toMatchObject({ decision: decision ?? 'APPROVE', [role]: { entityId: id } });
        const reasons = decision ? [{ source: 'party_status', decision, role, entityId: id, status }] : [];
        expect(body.rulesResult).toMatchObject({ rulesTriggered: 1, decisionBecause: reasons });
        expect(body.rulesExecutionSummary).toMatchObject({ rulesHit: [{ ruleId }], decisionBecause: reasons });
      }
    },
  );

  it('are held up only for blocked, suspended, rejected or deleted parties', () => {
    const held = entityStatuses.flatMap((status) =>
      transactionDecisions[status] ? [[status, transactionDecisions[status]]] : [],
    );
    expect(Object.fromEntries(held)).toEqual({
      rejected: 'REJECT',
      suspended: 'HOLD',
      blocked: 'REJECT',
      deleted: 'REJECT',
    });
  });

  it('are rejected for the former ids of a deleted party unless reused, but not for its tax id', async () => {
    const taxId = '529.982.247-25';
    const { id, externalId } = await createParty({ taxId });
    await send('DELETE', `/entities/${id}`);
    for (const name of [{ originEntityId: id }, { originExternalId: externalId }]) {
      const { body } = await pay(name);
      expect(body.rulesResult).toMatchObject({
        decision: 'REJECT',
        rulesTriggered: 1,
        decisionBecause: [{ source: 'party_status', role: 'origin', entityId: id, status: 'deleted' }],
      });
    }
    expect((await pay({ originTaxId: taxId })).body.transaction).toMatchObject({ decision: 'APPROVE' });
    expect(await pay({ originEntityId: id, linkEntityStrict: true })).toMatchObject({
      status: 400,
      body: { error: { code: 'INVALID_ENTITY_REFERENCES' } },
    });
    const heir = await createParty({ externalId });
    const { body } = await pay({ originExternalId: externalId });
    expect(body.transaction).toMatchObject({ decision: 'APPROVE', origin: { entityId: heir.id } });
  });

  it('use current party statuses when decided again and original ones when replayed', async () => {
    const { id } = await createParty();
    const { transaction } = (await pay({ originEntityId: id })).body;
    const decideAgain = async (metadata: object): Promise<Body> => {
      const { body } = await send('PATCH', `/transactions/${transaction.id}?executeRules=true`, { metadata });
      return body.rulesExecutionSummary;
    };
    await setStatus(id, 'blocked');
    const blocked = await decideAgain({ n: 1 });
    expect(blocked).toMatchObject({ decision: 'REJECT', decisionBecause: [{ source: 'party_status' }] });
    await setStatus(id, 'active');
    expect(await decideAgain({ n: 2 })).toMatchObject({ decision: 'APPROVE' });
    await send('DELETE', `/entities/${id}`);
    expect(await decideAgain({ n: 3 })).toMatchObject({ decision: 'REJECT', decisionBecause: [{ status: 'deleted' }] });
    const replayed = await send('POST', `/evaluations/${blocked.evaluationId}/replay`, {});
    expect(replayed.body).toMatchObject({ equal: true, original: { decision: 'REJECT' } });
  });

  it('are rejected for a blocked party if the organization opts in, and held for a suspended one', async () => {
    const { id } = await createParty({ status: 'blocked' });
    const other = await createParty({ status: 'suspended' });
    expect((await refuseBlocked('refuse')).body.organization.settings.blockedParties).toBe('refuse');
    for (const more of [{}, { executeRules: false }])
      expect(await pay({ externalId: 'refused', destinationEntityId: id, ...more })).toMatchObject({
        status: 422,
        body: {
          error: { code: 'PARTY_BLOCKED', details: { destination: `the entity ${id} is blocked` } },
        },
      });
    expect((await send('GET', '/transactions/external/refused')).status).toBe(404);
    expect((await pay({ originEntityId: other.id })).body.transaction.decision).toBe('HOLD');
    const rows = [id, other.id].map((originEntityId) => ({
      externalId: `row-${(made += 1)}`,
      type: 'PAYMENT',
      amount: 1,
      currency: 'USD',
      originEntityId,
    }));
    const batch = { transactions: rows, batchErrorHandling: 'continue_collect_errors' };
    expect((await send('POST', '/transactions/batch', batch)).body).toMatchObject({
      created: 1,
      errors: [{ index: 0, code: 'PARTY_BLOCKED' }],
    });
    await refuseBlocked('reject');
    expect((await pay({ destinationEntityId: id })).body.transaction.decision).toBe('REJECT');
  });
});
