import { findContents } from './persistence/list-membership.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import type { TestResponse, Body } from '../../../../test/support/start-test-api.js';
import { useLists } from '../../../../test/support/use-lists.js';

let sent = 0;
const payment = (metadata: object): object => ({
  externalId: `lf-${(sent += 1)}`,
  type: 'PAYMENT',
  amount: 10,
  currency: 'USD',
  metadata,
});

describe('shapes 3.2, 3.10: list look-ups of rules during an evaluation', () => {
  const { api, create, add, itemsOf, patchItem } = useLists();

  /** Publishes a rule whose alert shows the result of a value. */
  const showing = (key: string, value: string, lists: Readonly<Record<string, string>> = {}): Promise<string> =>
    publishRule(api(), {
      source: `${Object.entries(lists)
        .map(([name, id]) => `list ${name} = "${id}"\n`)
        .join('')}rule ${key} "${key}" {
  on transaction (created)
  let found = ${value}
  when found is present or found is missing
  then alert LOW "{found}"
}`,
    });
  const pay = async (metadata: object): Promise<Body> => {
    const answer: TestResponse = await api().call('/transactions', { body: payment(metadata) });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const shown = ({ rulesResult }: Body, ruleId: string): string | null =>
    rulesResult.alerts.find((alert: Body) => alert.ruleId === ruleId)?.title ?? null;
  const causes = ({ rulesExecutionSummary }: Body, ruleId: string): readonly string[] =>
    rulesExecutionSummary.rulesNoHit
      .filter((item: Body) => item.ruleId === ruleId)
      .flatMap((item: Body) => item.unknownBecause?.map(({ cause }: Body) => cause as string) ?? []);
  const readsOf = async ({ rulesResult }: Body): Promise<readonly Body[]> => {
    const { body } = await api().call(`/evaluations/${rulesResult.evaluationId}?include=inputs`);
    return Object.values(body.evaluation.inputs.facts.reads as object);
  };

  it.each([
    [false, 2],
    [true, 3],
  ])('stops counting at the limit of an evaluation unless the size is requested: %s', async (isCounted, size) => {
    const list = await create();
    await add(list, 'a', 'b', 'c');
    const { organizationId } = api().production;
    const client = api().app.get(TenantDatabase).forOrganization(organizationId);
    const asked = { most: 1, isCounted };
    for (const more of [asked, { ...asked, revisions: new Map([[list, 1]]) }])
      expect(await findContents(client, organizationId, [list], new Date(), more)).toMatchObject([
        { size, items: null },
      ]);
  });

  it('cover all active lists of a type, and are unknown without any', async () => {
    const one = await create({ type: 'email_blocklist' });
    const other = await create({ type: 'email_blocklist' });
    await add(one, 'bad@example.com');
    await add(other, 'worse@example.com');
    const rule = (type: string): Promise<string> =>
      publishRule(api(), {
        source: `rule in_${type} "in ${type}" {
  on transaction (created)
  when text("{transaction.metadata.mail}") in lists of type "${type}"
  then alert LOW "listed"
}`,
      });
    const [mails, phones] = [await rule('email_blocklist'), await rule('phone_blocklist')];
    const listed = await pay({ mail: 'Worse@Example.com' });
    expect([shown(listed, mails), causes(listed, phones)]).toEqual(['listed', ['list_unavailable']]);
    expect(await readsOf(listed)).toEqual([
      {
        value: true,
        lists: expect.arrayContaining([
          { listId: one, revision: 1 },
          { listId: other, revision: 1 },
        ]),
      },
      { cause: 'list_unavailable' },
    ]);
    expect(shown(await pay({ mail: 'good@example.com' }), mails)).toBeNull();
    await api().pool.query(`update data_lists set status = 'inactive' where id = $1`, [other]);
    expect(shown(await pay({ mail: 'worse@example.com' }), mails)).toBeNull();
  });

  it('return the highest-scoring item with its fields, a size, and the names of a list', async () => {
    const scored = await create();
    await add(
      scored,
      { primaryValue: 'ana', riskScore: 20, reason: 'little' },
      { primaryValue: 'x', searchKeys: ['Ana'], riskScore: 80, reason: 'much', itemData: { court: 'north' } },
      { primaryValue: 'gone', expiresAt: '2026-01-01T00:00:00Z' },
    );
    const found = (member: string): Promise<string> =>
      showing(`found_${member.replace('.', '_')}`, `lookup(scored, text("{transaction.metadata.name}")).${member}`, {
        scored,
      });
    const [reason, court] = [await found('reason'), await found('itemData.court')];
    const size = await showing('size', 'listSize(scored)', { scored });
    const similar = await publishRule(api(), {
      source: `list scored = "${scored}"
rule similar "similar" {
  on transaction (created)
  when text("{transaction.metadata.name}") is similar to any in scored at 90%
  then alert LOW "{match.value}"
}`,
    });
    const paid = await pay({ name: 'ANA ' });
    expect([reason, court, size, similar].map((id) => shown(paid, id))).toEqual([
      'much',
      'north',
      '2',
      expect.stringMatching(/^ana$/i),
    ]);
    const best = (await itemsOf(scored)).find(({ primaryValue }) => primaryValue === 'x')!;
    const answers = await readsOf(paid);
    expect(answers).toContainEqual({
      value: expect.objectContaining({ primaryValue: 'x', riskScore: 80, itemData: { court: 'north' } }),
      lists: [{ listId: scored, revision: 1, itemId: best.id }],
    });
    await patchItem(scored, best.id, { isActive: false });
    const later = await pay({ name: 'ana' });
    expect([reason, court, size].map((id) => shown(later, id))).toEqual(['little', '(not known)', '1']);
    for (const { rulesResult } of [paid, later]) {
      const replayed = await api().call(`/evaluations/${rulesResult.evaluationId}/replay`, { body: {} });
      expect(replayed.body.equal).toBe(true);
    }
  });
});
