import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { nextNumber } from '../../../../test/support/rule-samples.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('causes of unknown rule outcomes', () => {
  const api = useTestApi();
  const source = `rule tiers "Tiers" {
  on transaction
  when transaction.metadata.tier = 3 and transaction.channel = "web" and origin.countryCode = "BR"
}
`;
  const read = async (path: string, key?: string): Promise<Body> => {
    const { status, text, body } = await api().call(path, key === undefined ? {} : { key });
    if (status !== 200) throw new Error(text);
    return body;
  };
  const validated = async (text: string, key?: string): Promise<readonly Body[]> => {
    const { body } = await api().call('/rules/validate', { body: { source: text }, ...(key !== undefined && { key }) });
    return body['unknownable'];
  };
  const pay = async (more: object): Promise<void> => {
    const payment = { externalId: `tier-${nextNumber()}`, type: 'PAYMENT', amount: 5, currency: 'USD' };
    const { status, text } = await api().call('/transactions', { body: { ...payment, ...more } });
    if (status !== 201) throw new Error(text);
  };
  const withoutTime = (rows: readonly Body[]): readonly unknown[] =>
    rows.map(({ path, cause, share, sampleSize }) => [path, cause, share, sampleSize]);

  it('are reported with the share of the organization records affected', async () => {
    expect((await validated(source))[0]).toEqual({
      ...{ path: 'channel', cause: 'missing', share: null, sampleSize: 0, asOf: expect.any(String) },
    });
    const ana = { type: 'person', name: 'Ana', countryCode: 'BR', externalId: 'tiers-ana' };
    await api().call('/entities', { body: { ...ana, skipRulesExecution: true } });
    for (const tier of [3, 2, 3, 1])
      await pay({ metadata: { tier, level: 1 }, channel: 'web', originExternalId: 'tiers-ana' });
    for (const metadata of [{ tier: 3 }, {}, {}, { tier: 'gold' }]) await pay({ metadata });

    const other = source.replace('metadata.tier', 'metadata.level').replace('channel', 'description');
    const rows = await validated(other);
    expect(withoutTime(rows)).toEqual([
      ['description', 'missing', 1, 8],
      ['metadata.level', 'missing', 0.5, 8],
      ['originEntity.countryCode', 'missing', 0.5, 8],
    ]);
    expect(Date.parse(rows[0]!['asOf'])).not.toBeNaN();
    const typed = await validated(source.replace('metadata.tier = 3', 'metadata.tier > 2 '));
    expect(withoutTime(typed)).toContainEqual(['metadata.tier', 'missing', 0.25, 8]);
  });

  it('are reported for a stored rule and its versions, and without shares in rule listings', async () => {
    const text = source.replace('metadata.tier', 'metadata.grade');
    const created = await api().call('/rules', { body: { source: text } });
    const { id } = created.body.rule;
    const rows = withoutTime(created.body.rule.unknownable);
    expect(rows).toContainEqual(['metadata.grade', 'missing', 1, 8]);
    for (const path of [`/rules/${id}`, `/rules/${id}/versions/1`])
      expect(withoutTime((await read(path)).rule.unknownable)).toEqual(rows);
    const listed = (await read('/rules')).rules.find((rule: Body) => rule['id'] === id);
    expect(listed.unknownable).toContainEqual({
      ...{ path: 'metadata.grade', cause: 'missing', share: null, sampleSize: 0, asOf: null },
    });
  });

  it('are not measured on records the caller may not read or on those of other organizations', async () => {
    const text = source.replace('metadata.tier', 'metadata.rank');
    const key = await createKeyWith(api(), 'rules:read', 'transactions:read');
    const unmeasured = ['metadata.rank', 'missing', null, 0];
    expect(withoutTime(await validated(text, key))).toContainEqual(unmeasured);
    expect(withoutTime(await validated(text, api().stranger.key))).toContainEqual(unmeasured);
    expect(withoutTime(await validated(text))).toContainEqual(['metadata.rank', 'missing', 1, 8]);
  });
});
