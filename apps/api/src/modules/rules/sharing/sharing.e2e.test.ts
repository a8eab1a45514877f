import { createKey } from '../../tenancy/organizations/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { runDryRun } from '../../../../test/support/dry-run-calls.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber, unknownId } from '../../../../test/support/rule-samples.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

interface Child {
  readonly id: string;
  readonly sandboxId: string;
  readonly key: string;
}

describe('resources a parent shares with its children', () => {
  const api = useTestApi();
  let child: Child;
  let other: Child;
  let blocked: string;
  let matrix: string;

  const send = (method: string, path: string, body?: unknown, key?: string): Promise<TestResponse> =>
    api().call(path, { method, ...(body !== undefined && { body }), ...(key !== undefined && { key }) });
  const done = async (method: string, path: string, body?: unknown, key?: string): Promise<Body> => {
    const answer = await send(method, path, body, key);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`);
    return answer.body;
  };
  const makeChild = async (name: string): Promise<Child> => {
    const path = `/organizations/${api().production.organizationId}/children`;
    const { production, sandbox } = await done('POST', path, { name, countryCode: 'BR' });
    const pool = api().pool;
    const made = await createKey(pool, { organizationId: production.id, name: 'k', deployment: 'development' });
    if (!made.ok) throw new Error('no key');
    return { id: production.id, sandboxId: sandbox.id, key: made.value.key };
  };
  const pay = async (category: string, key: string, more: object = {}): Promise<Body> => {
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: `s-${nextNumber()}`, category };
    return done('POST', '/transactions', { ...payment, riskMatrixId: matrix, ...more }, key);
  };
  const share = (of: string, childOrganizationIds: readonly string[], more: object = {}): Promise<TestResponse> =>
    send('POST', `${of}/child-share`, { childOrganizationIds, ...more });
  const enable = (type: string, id: string, sharedEnabled: boolean, key = child.key): Promise<TestResponse> =>
    send('PUT', `/shared-resources/${type}/${id}`, { sharedEnabled }, key);
  const versionOf = async (key: string): Promise<string> =>
    (await done('GET', '/rule-sets?limit=1', undefined, key)).ruleSets[0]?.version;
  const list = async (name: string, value: string, key?: string): Promise<string> => {
    const { data } = await done('POST', '/data-lists', { name, type: 'custom', source: 'internal' }, key);
    await done('POST', `/data-lists/${data.id}/items`, { items: [{ primaryValue: value }] }, key);
    return data.id;
  };

  beforeAll(async () => {
    [child, other] = [await makeChild('One'), await makeChild('Two')];
    blocked = await list('blocked', 'bad');
    const decisions = [{ decision: 'REJECT', from: 50 }];
    const made = await done('POST', '/risk-matrices', { key: 'core', name: 'Core', status: 'active', decisions });
    matrix = made.riskMatrix.id;
    await publishRule(api(), {
      source: `rule lent "Lent" {
  on transaction (created)
  matrix core
  score 60
  when transaction.category in list "blocked" or transaction.category = "always"
  then alert HIGH "lent {transaction.category}"
}`,
    });
  });

  it('run their rules, once enabled, on the data of the child with the lists they look up', async () => {
    const before = await versionOf(child.key);
    expect(await share(`/risk-matrices/${matrix}`, [child.id])).toMatchObject({
      status: 200,
      body: {
        data: {
          resourceType: 'risk_matrix',
          resourceId: matrix,
          sharedWith: [{ organizationId: child.id, name: 'One', environment: 'production', optedIn: false }],
          added: [child.id],
          removed: [],
        },
      },
    });
    const off = await send(
      'POST',
      '/transactions',
      { type: 'PAYMENT', amount: 1, currency: 'USD', externalId: 'o', riskMatrixId: matrix },
      child.key,
    );
    expect(off).toMatchObject({ status: 403, body: { error: { code: 'SHARED_RESOURCE_NOT_ENABLED' } } });
    const person = { type: 'person', name: 'P', countryCode: 'BR', riskMatrixIds: [matrix] };
    expect(await send('POST', '/entities', person, child.key)).toMatchObject({
      status: 403,
      body: { code: 'SHARED_RESOURCE_NOT_ENABLED' },
    });
    expect(await enable('risk_matrix', matrix, true)).toMatchObject({
      status: 200,
      body: { resource: { sharedEnabled: true, name: 'Core' } },
    });
    expect(await versionOf(child.key)).not.toBe(before);
    const lent = { id: matrix, name: 'Core', origin: 'parent', readOnly: true, sharedEnabled: true, ruleCount: 1 };
    expect((await done('GET', `/risk-matrices/${matrix}`, undefined, child.key)).riskMatrix).toMatchObject(lent);
    expect(await done('GET', '/risk-matrices?search=core', undefined, child.key)).toMatchObject({
      riskMatrices: [lent],
      total: 1,
    });
    expect((await done('GET', '/risk-matrices?status=draft', undefined, child.key)).riskMatrices).toEqual([]);
    const { transaction, rulesResult, rulesExecutionSummary } = await pay('bad', child.key);
    expect(transaction.decision).toBe('REJECT');
    expect(rulesResult.riskMatricesExecuted).toMatchObject([{ riskMatrixId: matrix, riskMatrixName: 'Core' }]);
    expect(rulesExecutionSummary.rulesHit).toMatchObject([{ ruleKey: 'lent', name: 'Lent' }]);
    const { alerts } = await done('GET', `/intelligence/alerts?transactionId=${transaction.id}`, undefined, child.key);
    expect(alerts).toMatchObject([{ organizationId: child.id, name: 'lent bad', riskMatrixId: matrix }]);
    expect((await pay('good', child.key)).transaction.decision).toBe('APPROVE');
  });

  it('stay unchanged when a child restores an earlier rule set', async () => {
    const source = 'rule own "Own" { on transaction (created) score 1 when transaction.amount > 1_000_000 USD }';
    const { rule } = await done('POST', '/rules', { source }, child.key);
    const patch = (body: object): Promise<Body> => done('PATCH', `/rules/${rule.id}`, body, child.key);
    await patch({ status: 'active' });
    const set = (await done('GET', '/rule-sets/active', undefined, child.key)).ruleSet;
    await patch({ score: 5 });
    const body = { reason: 'It decided better' };
    const { ruleSet } = await done('POST', `/rule-sets/${set.number}/activate`, body, child.key);
    expect(ruleSet.version).toBe(set.version);
    expect(ruleSet.rules.map(({ key }: Body) => key).sort()).toEqual(['lent', 'own']);
    expect((await pay('bad', child.key)).transaction.decision).toBe('REJECT');
    await done('DELETE', `/rules/${rule.id}`, undefined, child.key);
  });

  it('change in each child that uses them when the parent changes them, and in no other', async () => {
    const [used, unused] = [await versionOf(child.key), await versionOf(other.key)];
    await done('PATCH', `/risk-matrices/${matrix}`, { decisions: [{ decision: 'HOLD', from: 50 }] });
    const changed = await versionOf(child.key);
    expect(changed).not.toBe(used);
    const answer = await pay('always', child.key);
    expect(answer).toMatchObject({ transaction: { decision: 'HOLD' }, rulesResult: { ruleSetVersion: changed } });
    expect(await versionOf(other.key)).toBe(unused);
  });

  it('reveal nothing else of the parent', async () => {
    const database = api().app.get(TenantDatabase);
    const parentId = api().production.organizationId;
    for (const table of [
      'rules',
      'rule_versions',
      'risk_matrices',
      'data_lists',
      'data_list_items',
      'data_list_keys',
      'rule_sets',
    ]) {
      const { rows } = await database
        .forOrganization(child.id)
        .query(`select count(*)::int as n from ${table} where organization_id = $1`, [parentId]);
      expect([table, rows]).toEqual([table, [{ n: 0 }]]);
    }
    const secret = await list('secret', 'bad');
    const probe = (id: string, organizationId: string): Promise<readonly object[]> =>
      database
        .forOrganization(organizationId)
        .query('select * from shared_list_memberships(array[0], array[$1::uuid], array[$2], array[false], now())', [
          id,
          'bad',
        ])
        .then(({ rows }) => rows);
    expect(await probe(secret, child.id)).toEqual([]);
    expect(await probe(blocked, other.id)).toEqual([]);
    expect(await probe(blocked, api().stranger.organizationId)).toEqual([]);
    const [found] = await probe(blocked, child.id);
    expect(found).toMatchObject({ listId: blocked, available: true });
    for (const path of [`/data-lists/${blocked}`, `/data-lists/${blocked}/items`])
      expect((await send('GET', path, undefined, child.key)).status).toBe(404);
    const forged = database.forOrganization(child.id).query(
      `insert into child_shares (organization_id, parent_organization_id, resource_type, resource_id, name, content, list_ids, shared_at)
       values ($1, $2, 'data_list', $3, 'x', '{}', array[$3::uuid], now())`,
      [child.id, parentId, secret],
    );
    await expect(forged).rejects.toThrow(/row-level security/);
    const widened = await database
      .forOrganization(child.id)
      .query(`update child_shares set list_ids = array[$2::uuid] where organization_id = $1`, [child.id, secret]);
    expect(widened.rowCount).toBe(0);
    for (const [method, body] of [
      ['PATCH', { name: 'mine' }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await send(method, `/risk-matrices/${matrix}`, body, child.key);
      expect(refused).toMatchObject({ status: 403, body: { error: { code: 'SHARED_RESOURCE_READ_ONLY' } } });
    }
  });

  it('are revoked only with force once a child has assigned them, and their rules go with them', async () => {
    await done('PUT', '/risk-matrices/defaults', { transaction: [matrix] }, child.key);
    expect((await pay('always', child.key, { riskMatrixId: undefined })).transaction.decision).toBe('HOLD');
    expect(await enable('risk_matrix', matrix, false)).toMatchObject({
      status: 409,
      body: { error: { code: 'RISK_MATRIX_IN_USE' } },
    });
    expect(await share(`/risk-matrices/${matrix}`, [])).toMatchObject({
      status: 409,
      body: { error: { code: 'SHARE_IN_USE', details: { childOrganizationIds: [child.id] } } },
    });
    const forced = await share(`/risk-matrices/${matrix}`, [other.id], { force: true });
    expect(forced.body.data).toMatchObject({ added: [other.id], removed: [child.id] });
    const answer = await pay('always', child.key, { riskMatrixId: undefined });
    expect(answer).toMatchObject({ transaction: { decision: 'APPROVE' }, rulesResult: { rulesTriggered: 0 } });
    expect((await done('GET', '/shared-resources', undefined, child.key)).resources).toEqual([]);
    expect((await done('GET', '/risk-matrices/defaults', undefined, child.key)).defaults.transaction).toEqual([]);
  });

  it('include lists child rules may look up but nobody there may read; unshared, the outcome is unknown', async () => {
    await share(`/data-lists/${blocked}`, [child.id, other.id]);
    const rule = (key: string): object => ({
      source: `rule ${key} "${key}" {\n  on transaction (created)\n  when transaction.category in list "blocked"\n  then suggest BLOCK\n}`,
    });
    const written = await done('POST', '/rules', rule('own'), other.key);
    const early = await send('PATCH', `/rules/${written.rule.id}`, { status: 'active' }, other.key);
    expect(early).toMatchObject({ status: 422, body: { error: { code: 'INVALID_SOURCE' } } });
    await enable('data_list', blocked, true);
    const { rule: made } = await done('POST', '/rules', rule('own'), child.key);
    await done('PATCH', `/rules/${made.id}`, { status: 'active' }, child.key);
    expect((await pay('bad', child.key, { riskMatrixId: undefined })).transaction.decision).toBe('REJECT');
    expect((await pay('good', child.key, { riskMatrixId: undefined })).transaction.decision).toBe('APPROVE');
    const all = { only: true, against: 'none', from: '2020-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
    expect((await runDryRun(api(), { ...rule('own'), ...all }, child.key)).warnings[0]).toMatch(
      /^lists, 1 .* shared by/,
    );
    await share(`/data-lists/${blocked}`, [child.id], { mode: 'remove' });
    expect((await pay('bad', child.key, { riskMatrixId: undefined })).rulesExecutionSummary.rulesNoHit).toMatchObject([
      { ruleKey: 'own', outcome: 'unknown', unknownBecause: [{ cause: 'list_unavailable' }] },
    ]);
  });

  it.each([
    ['an organization that is no child', () => [unknownId], {}, 422, 'NOT_A_DIRECT_CHILD'],
    ['itself', () => [api().production.organizationId], {}, 422, 'NOT_A_DIRECT_CHILD'],
    ['the sandbox of a child', () => [child.id, child.sandboxId], {}, 422, 'ENVIRONMENT_MISMATCH'],
    ['nobody more', () => [], { mode: 'add' }, 400, 'VALIDATION_ERROR'],
  ] as const)('are shared with direct children only, not with %s', async (_whom, ids, more, status, code) => {
    const { data: before } = await done('GET', `/data-lists/${blocked}/child-share`);
    expect(await share(`/data-lists/${blocked}`, ids(), more)).toMatchObject({ status, body: { error: { code } } });
    expect((await done('GET', `/data-lists/${blocked}/child-share`)).data).toEqual(before);
  });

  it('cannot be shared further', async () => {
    await share(`/data-lists/${blocked}`, [child.id], { mode: 'add' });
    const toOther = { childOrganizationIds: [other.id] };
    const onward = await send('POST', `/data-lists/${blocked}/child-share`, toOther, child.key);
    expect(onward).toMatchObject({ status: 403, body: { error: { code: 'SHARED_RESOURCE_READ_ONLY' } } });
    const { resources } = await done('GET', '/shared-resources?type=data_list', undefined, child.key);
    expect(resources).toMatchObject([
      {
        resourceId: blocked,
        name: 'blocked',
        sharedEnabled: false,
        parentOrganizationId: api().production.organizationId,
      },
    ]);
  });

  it('include lists that the child sees but can neither read nor change', async () => {
    await share(`/data-lists/${blocked}`, [child.id]);
    const listed = async (query = ''): Promise<Body> =>
      (await done('GET', `/data-lists?search=block${query}`, undefined, child.key)).data;
    const told = { id: blocked, organizationId: api().production.organizationId, origin: 'parent', readOnly: true };
    expect(await listed()).toMatchObject([{ ...told, name: 'blocked', status: 'active', itemCount: null }]);
    expect(await listed('&includeShared=false')).toEqual([]);
    await done('PATCH', `/data-lists/${blocked}`, { description: 'of blockheads' });
    await enable('data_list', blocked, true);
    const { data } = await done('GET', `/data-lists/${blocked}`, undefined, child.key);
    expect(data).toMatchObject({ ...told, description: 'of blockheads', sharedEnabled: true });
    const items = { items: [{ primaryValue: 'x' }] };
    const refused: readonly [string, string, unknown, string][] = [
      ['GET', '/items', undefined, 'FORBIDDEN'],
      ['GET', '/stats', undefined, 'FORBIDDEN'],
      ['POST', '/items/find', { value: 'bad' }, 'FORBIDDEN'],
      ['PATCH', '', { name: 'mine' }, 'SHARED_RESOURCE_READ_ONLY'],
      ['PATCH', '/status', { status: 'inactive' }, 'SHARED_RESOURCE_READ_ONLY'],
      ['POST', '/items', items, 'SHARED_RESOURCE_READ_ONLY'],
      ['POST', '/items/bulk', items, 'SHARED_RESOURCE_READ_ONLY'],
      ['DELETE', `/items/${unknownId}`, undefined, 'SHARED_RESOURCE_READ_ONLY'],
      ['DELETE', '', undefined, 'SHARED_RESOURCE_READ_ONLY'],
    ];
    for (const [method, path, body, code] of refused)
      expect([path, await send(method, `/data-lists/${blocked}${path}`, body, child.key)]).toMatchObject([
        path,
        { status: 403, body: { error: { code } } },
      ]);
  });

  it('have parameters that a child sets within the range of its parent, for itself only', async () => {
    const setLimits = async (source: string): Promise<void> => {
      const { version } = await done('GET', '/rules/library');
      await done('PUT', '/rules/library', { source, ifVersion: version, reason: 'tested here' });
    };
    await setLimits('param lent_limit = 100 USD between 50 USD and 500 USD step 10 USD\nparam lent_score = 60\n');
    const made = await done('POST', '/risk-matrices', { key: 'tuned', name: 'Tuned', status: 'active' });
    const path = `/risk-matrices/${made.riskMatrix.id}`;
    await publishRule(api(), {
      source: `rule tuned "Tuned" {
  on transaction (created)
  matrix tuned
  when transaction.amount >= lent_limit and transaction.amount > lent_score * 1 USD
  then suggest BLOCK
}`,
    });
    const tune = (values: object, key = child.key): Promise<TestResponse> =>
      send('PATCH', `${path}/params`, { values, reason: 'Smaller shops' }, key);
    await share(path, [child.id, other.id]);
    expect(await tune({})).toMatchObject({ status: 403, body: { error: { code: 'SHARED_RESOURCE_NOT_ENABLED' } } });
    for (const { key } of [child, other]) await enable('risk_matrix', made.riskMatrix.id, true, key);
    const decided = async (amount: number): Promise<string[]> => {
      const keys = [child.key, other.key, api().production.key];
      const all = await Promise.all(keys.map((key) => pay('x', key, { amount, riskMatrixId: made.riskMatrix.id })));
      return all.map(({ transaction }) => transaction.decision as string);
    };
    expect(await decided(200)).toEqual(['REJECT', 'REJECT', 'REJECT']);
    const refusals: readonly [object, number, string][] = [
      [{ lent_limit: { $money: '501 USD' } }, 422, 'PARAM_OUT_OF_RANGE'],
      [{ lent_limit: { $money: '205 USD' } }, 422, 'PARAM_OUT_OF_RANGE'],
      [{ lent_score: 70 }, 422, 'PARAM_NOT_TUNABLE'],
      [{ nothing: 1 }, 404, 'PARAM_NOT_FOUND'],
    ];
    for (const [values, status, code] of refusals)
      expect(await tune(values)).toMatchObject({ status, body: { error: { code } } });
    expect(await tune({}, api().production.key)).toMatchObject({ status: 404 });
    const before = await versionOf(child.key);
    const tuned = await tune({ lent_limit: { $money: '300 USD' } });
    expect(tuned.body).toMatchObject({
      params: [
        { name: 'lent_limit', type: 'money', value: { $money: '300 USD' }, default: { $money: '100 USD' }, usedBy: ['tuned'] },
        { name: 'lent_score', between: null },
      ],
      ruleSetVersion: await versionOf(child.key),
    }); // prettier-ignore
    expect(tuned.body.ruleSetVersion).not.toBe(before);
    expect(await decided(200)).toEqual(['APPROVE', 'REJECT', 'REJECT']);
    expect((await done('GET', `${path}/params`, undefined, child.key)).params).toEqual(tuned.body.params);
    await setLimits('param lent_limit = 100 USD between 50 USD and 250 USD\nparam lent_score = 60\n');
    expect(await decided(200)).toEqual(['REJECT', 'REJECT', 'REJECT']);
    await tune({ lent_limit: { $money: '250 USD' } });
    expect(await decided(200)).toEqual(['APPROVE', 'REJECT', 'REJECT']);
    await tune({ lent_limit: null });
    expect(await decided(200)).toEqual(['REJECT', 'REJECT', 'REJECT']);
  });
});
