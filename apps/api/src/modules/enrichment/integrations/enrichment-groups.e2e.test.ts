import { Integrations, Providers } from './index.js';
import { declareProvider } from '../../../../test/support/declare-provider.js';
import type { Body, Call, TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const [one, two] = ['br_test_one', 'br_test_two'] as const;

describe('shapes 19: enrichment groups', () => {
  const api = useOwnTestApi();
  beforeAll(() => {
    for (const code of [one, two]) api().app.get(Providers).add(declareProvider({ code }));
  });

  const at = '/marketplace/enrichment-groups';
  const create = (body: object, call: Call = {}): Promise<TestResponse> => api().call(at, { body, ...call });
  const named = (slug: string, integrationCodes: readonly string[] = [one]) => ({ name: 'A', slug, integrationCodes });
  const codeOf = ({ status, body }: TestResponse): unknown[] => [status, body.error?.code];

  it('are created, listed, changed and deleted by id or slug, with audit log entries', async () => {
    const made = await create(named('kyb', [two, one, two]));
    expect([made.status, made.body.enrichmentGroup]).toMatchObject([201, { ...named('kyb', [two, one]) }]);
    const { id } = made.body.enrichmentGroup;
    const renamed = await api().call(`${at}/kyb`, { method: 'PATCH', body: { slug: 'kyb-2' } });
    expect(renamed.body.enrichmentGroup).toMatchObject({ id, name: 'A', slug: 'kyb-2', integrationCodes: [two, one] });
    expect(codeOf(await api().call(`${at}/kyb`, { method: 'PATCH', body: { name: 'B' } }))).toEqual([
      404,
      'ENRICHMENT_GROUP_NOT_FOUND',
    ]);
    const same = await api().call(`${at}/${id.toUpperCase()}`, { method: 'PATCH', body: { slug: 'kyb-2' } });
    expect(codeOf(same)).toEqual([400, 'NO_CHANGES']);
    const list = await api().call(at);
    expect([list.body.total, list.body.enrichmentGroups]).toEqual([1, [renamed.body.enrichmentGroup]]);
    expect((await api().call(`${at}/kyb-2`, { method: 'DELETE' })).body).toMatchObject({ success: true, id });
    expect((await api().call(at)).body.total).toBe(0);
    const { body } = await api().call('/audit/events?resourceType=enrichment_group');
    expect(body.events.map(({ event }: Body) => event).sort()).toEqual(
      ['created', 'deleted', 'updated'].map((what) => `enrichment_group_${what}`),
    );
  });

  it('reject invalid values and are created only once per Idempotency-Key', async () => {
    const refusals: [object, number, string][] = [
      [named('Kyb'), 400, 'VALIDATION_ERROR'],
      [named('a--b'), 400, 'VALIDATION_ERROR'],
      [named('0190a0f0-0000-7000-8000-000000000001'), 400, 'VALIDATION_ERROR'],
      [named('x'.repeat(65)), 400, 'VALIDATION_ERROR'],
      [named('none', []), 400, 'VALIDATION_ERROR'],
      [
        named(
          'many',
          Array.from({ length: 21 }, () => one),
        ),
        400,
        'VALIDATION_ERROR',
      ],
      [{ slug: 'nameless', integrationCodes: [one] }, 400, 'VALIDATION_ERROR'],
      [named('unknown', [one, 'br_nothing']), 404, 'INTEGRATION_NOT_FOUND'],
    ];
    for (const [body, status, code] of refusals)
      expect([body, ...codeOf(await create(body))]).toEqual([body, status, code]);
    const headers = { 'idempotency-key': 'once' };
    const [first, again] = [await create(named('once'), { headers }), await create(named('once'), { headers })];
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(codeOf(await create(named('once')))).toEqual([409, 'DUPLICATE_KEY']);
    expect((await create(named('once'), { key: api().stranger.key })).status).toBe(201);
    const raced = await Promise.all(Array.from({ length: 20 }, () => create(named('raced'))));
    expect(raced.filter(({ status }) => status === 201)).toHaveLength(1);
  });

  it('resolve to integration codes in group order without duplicates, excluding groups of other organizations', async () => {
    const { production, stranger, app } = api();
    const first = (await create(named('first', [two]))).body.enrichmentGroup;
    await create(named('second', [one, two]));
    await create(named('theirs'), { key: stranger.key });
    const integrations = app.get(Integrations);
    const resolve = (...references: string[]) => integrations.resolveGroups(production.organizationId, references);
    expect(await resolve(first.id, 'second')).toEqual([two, one]);
    expect(await resolve()).toEqual([]);
    for (const reference of ['theirs', 'nothing', stranger.organizationId])
      await expect(resolve('first', reference)).rejects.toMatchObject({
        code: 'ENRICHMENT_GROUP_NOT_FOUND',
        details: { 'enrichmentGroupRefs[1]': expect.any(String) },
      });
  });
});
