import { publishRule } from '../../../../test/support/publish-rule.js';
import { nextNumber } from '../../../../test/support/rule-samples.js';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

describe('a rule naming a list whose name now belongs to another list', () => {
  const api = useTestApi();
  let rule: string;
  let set: Body;
  let named: string;

  const done = async (method: string, path: string, body?: object): Promise<Body> => {
    const answer = await api().call(path, { method, ...(body && { body }) });
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.text}`);
    return answer.body;
  };
  const listWith = async (name: string, value: string): Promise<string> => {
    const { data } = await done('POST', '/data-lists', { name, type: 'custom', source: 'internal' });
    await done('POST', `/data-lists/${data.id}/items`, { items: [{ primaryValue: value }] });
    return data.id as string;
  };
  /** Returns the values that are found. */
  const found = async (): Promise<readonly string[]> => {
    const hits: string[] = [];
    for (const category of ['of the first', 'of the second']) {
      const payment = { externalId: `l-${nextNumber()}`, type: 'FEE', amount: 5, currency: 'USD', category };
      if ((await done('POST', '/transactions', payment)).rulesResult.rulesTriggered > 0) hits.push(category);
    }
    return hits;
  };
  const patch = (body: object): Promise<Body> => done('PATCH', `/rules/${rule}`, body);

  beforeAll(async () => {
    named = `blocked ${nextNumber()}`;
    const first = await listWith(named, 'of the first');
    const source = `rule by_name "By name" {\n  on transaction\n  score 10\n\n  when transaction.category in list "${named}" and transaction.amount > a_limit\n}\n`;
    const { version: ifVersion } = await done('GET', '/rules/library');
    await done('PUT', '/rules/library', { source: 'const a_limit = 1 USD\n', ifVersion });
    rule = await publishRule(api(), { source });
    set = (await done('GET', '/rule-sets/active')).ruleSet;
    await done('PATCH', `/data-lists/${first}`, { name: `older ${named}` });
    await listWith(named, 'of the second');
  });

  it.each<[what: string, change: () => Promise<unknown>]>([
    ['the list was renamed', () => Promise.resolve()],
    ['it is switched off and on', async () => patch({ status: (await patch({ status: 'shadow' })) && 'active' })],
    ['a header of it changes', () => patch({ score: 11 })],
    [
      'a name changes that it shares with others',
      async () => {
        const { version: ifVersion } = await done('GET', '/rules/library');
        await done('PUT', '/rules/library', { source: 'const a_limit = 2 USD\n', ifVersion });
      },
    ],
    ['an earlier version is put in force', () => patch({ status: 'active', version: 2 })],
  ])('reads its original list when %s', async (_, change) => {
    await change();
    expect(await found()).toEqual(['of the first']);
  });

  it('reads the other list once its text is saved again, and the original after an earlier set is restored', async () => {
    const { source } = (await done('GET', `/rules/${rule}`)).rule;
    await patch({ source: source.replace(/score \d+/, 'score 12') });
    expect(await found()).toEqual(['of the second']);
    const back = await done('POST', `/rule-sets/${set.number}/activate`, { reason: 'It decided better' });
    expect(back.ruleSet.version).toBe(set.version);
    expect(await found()).toEqual(['of the first']);
  });

  it('reads a list whose name was sent with accents as characters of their own', async () => {
    const name = `pai\u0301ses ${nextNumber()}`;
    await listWith(name, 'of another');
    const source = `rule accents "Accents" {\n  on transaction\n  score 10\n\n  when transaction.category in list "${name}"\n}\n`;
    const id = await publishRule(api(), { source });
    const payment = {
      externalId: `l-${nextNumber()}`,
      type: 'FEE',
      amount: 5,
      currency: 'USD',
      category: 'of another',
    };
    expect((await done('POST', '/transactions', payment)).rulesResult.rulesTriggered).toBe(1);
    await done('PATCH', `/rules/${id}`, { status: 'inactive' });
  });

  it('reads the list of the restored rule set even if its text is otherwise unchanged', async () => {
    const { source } = (await done('GET', `/rules/${rule}`)).rule;
    await patch({ status: 'inactive', reason: 'to be written anew' });
    await patch({ source });
    await patch({ status: 'active' });
    const second = (await done('GET', '/rule-sets/active')).ruleSet;
    expect(await found()).toEqual(['of the second']);
    await done('POST', `/rule-sets/${set.number}/activate`, { reason: 'It decided better' });
    expect(await found()).toEqual(['of the first']);
    await done('POST', `/rule-sets/${second.number}/activate`, { reason: 'It decided best' });
    expect(await found()).toEqual(['of the second']);
  });
});
