import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useAutomations } from '../../../../test/support/use-automations.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';

type Sent = Readonly<Record<string, unknown>>;

const trigger = { id: 't', type: 'trigger', data: {} };
const wait = { type: 'wait', config: {} };
const variable = (id: string, more: object = {}): object => ({
  ...{ id, type: 'action' },
  data: { type: 'set_variable', config: { name: 'x', value: '1' }, ...more },
});
const edge = (source: string, target: string, id = `${source}-${target}`): object => ({ id, source, target });
const many = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
/** Returns a placeholder for nesting deeper than `JSON.stringify` supports. It is replaced in the text. */
const deep = (depth: number): string => `deep ${depth}`;
const textOf = (body: object): string =>
  JSON.stringify(body).replace(/"deep (\d+)"/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)));
const deepGroup = (depth: number): object => {
  let group: object = { field: 'name', operator: 'eq', value: 'x' };
  for (let at = 0; at < depth; at += 1) group = { operator: 'AND', conditions: [group] };
  return group;
};
const leaf = { field: 'name', operator: 'eq', value: 'x' };
const ofGraph = (nodes: readonly object[], edges: readonly object[]): Sent => ({ graph: { nodes, edges } });

describe('hostile automation definitions', () => {
  const api = useTestApi();
  const { finished, newPerson, stepsOf } = useAutomations(api);

  const sendText = (path: string, body: object): Promise<TestResponse> =>
    api().call(path, { body: textOf(body), headers: { 'content-type': 'application/json' } });
  const send = (body: Sent): Promise<TestResponse> =>
    sendText('/automations', { name: 'Hostile', triggerType: 'entity_created', ...body });

  const nested = (value: unknown): Sent => ({
    actions: [{ type: 'update_entity_attributes', config: { attributes: { value } } }],
  });
  const chain = many(99, (at) => variable(`n${at}`));
  const links = [edge('t', 'n0'), ...many(98, (at) => edge(`n${at}`, `n${at + 1}`))];
  const cases: readonly (readonly [string, Sent, number])[] = [
    ['arrays in each other', nested(deep(5_000)), 400],
    ['arrays in each other, as deep as a body may be long', nested(deep(120_000)), 400],
    ['a layout of arrays in each other', { actions: [wait], layout: { at: deep(100_000) } }, 400],
    [
      'data of a trigger in each other',
      ofGraph([{ ...trigger, data: { at: deep(100_000) } }, variable('a')], [edge('t', 'a')]),
      400,
    ],
    ['groups in each other', { actions: [wait], conditions: [deepGroup(2_000)] }, 400],
    ['a value of a condition in each other', { actions: [wait], conditions: [{ ...leaf, value: deep(5_000) }] }, 400],
    ['the longest chain', ofGraph([trigger, ...chain], links), 201],
    ['a chain that is too long', ofGraph([trigger, ...chain, variable('z')], [...links, edge('n98', 'z')]), 400],
    ['a circle of all its nodes', ofGraph([trigger, ...chain], [...links, edge('n98', 'n0')]), 400],
    ['a node that leads to itself', ofGraph([trigger, variable('a')], [edge('t', 'a'), edge('a', 'a')]), 400],
    [
      'each node leading to each behind it',
      ofGraph(
        [trigger, ...chain.slice(0, 32)],
        [
          edge('t', 'n0'),
          ...many(32, (from) => many(31 - from, (by) => edge(`n${from}`, `n${from + by + 1}`))).flat(),
        ].slice(0, 500),
      ),
      201,
    ],
    ['the same node twice', ofGraph([trigger, variable('a'), variable('a')], [edge('t', 'a')]), 400],
    ['two triggers of one name', ofGraph([trigger, trigger, variable('a')], [edge('t', 'a')]), 400],
    ['the same edge twice', ofGraph([trigger, variable('a')], [edge('t', 'a'), edge('t', 'a')]), 400],
    ['a node of another kind', ofGraph([trigger, { id: 'a', type: 'loop', data: {} }], [edge('t', 'a')]), 400],
    ['a node whose action is a number', ofGraph([trigger, variable('a', { type: 7 })], [edge('t', 'a')]), 400],
    [
      'a node whose action is called as a member of all objects',
      ofGraph([trigger, variable('a', { type: 'constructor' })], [edge('t', 'a')]),
      400,
    ],
    [
      'conditions that are a text',
      ofGraph([trigger, { id: 'a', type: 'condition', data: { conditions: 'all' } }], [edge('t', 'a')]),
      400,
    ],
    ['conditions that are null', { actions: [wait], conditions: [null] }, 400],
    ['conditions that are numbers', { actions: [wait], conditions: [1, 2] }, 400],
    ['a condition of a step that is null', { steps: [{ conditions: [null], actions: [wait] }] }, 400],
    [
      'nodes with names of members of all objects',
      ofGraph(
        [trigger, variable('__proto__'), variable('constructor')],
        [edge('t', '__proto__'), edge('__proto__', 'constructor')],
      ),
      201,
    ],
    [
      'as many steps and actions as a body may have',
      { steps: many(50, () => ({ actions: many(50, () => wait) })) },
      400,
    ],
    [
      'as many conditions as may be, all wrong',
      { steps: many(50, () => ({ conditions: many(50, (at) => ({ ...leaf, field: `no${at}` })), actions: [wait] })) },
      400,
    ],
    ['more steps than may be', { steps: many(51, () => ({ actions: [wait] })) }, 400],
    [
      'a day that never comes',
      { type: 'scheduled', triggerType: 'scheduled', triggerConfig: { cron: '0 0 30 2 *' }, actions: [wait] },
      400,
    ],
    ['settings that are null', { triggerConfig: null, actions: [wait] }, 201],
    [
      'a zone that there is not',
      {
        type: 'scheduled',
        triggerType: 'scheduled',
        triggerConfig: { cron: '0 0 1 1 *', timezone: 'Mars/Olympus' },
        actions: [wait],
      },
      400,
    ],
    ['a text of many placeholders', { actions: [{ type: 'wait', config: { message: '{{'.repeat(60_000) } }] }, 400],
  ];

  it.each(cases)('%s', async (_, body, status) => {
    const answer = await send(body);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([status, expect.anything()]);
    if (status === 400)
      expect(Object.keys((answer.body.error.details ?? {}) as object).length).toBeLessThanOrEqual(200);
    const checked = await sendText('/automations/check', { triggerType: 'entity_created', ...body });
    expect([200, 400]).toContain(checked.status);
  });

  it('runs a node whose id equals the id of its own conditions node', async () => {
    const graph = {
      nodes: [trigger, variable('conditions'), variable("conditions'")],
      edges: [edge('t', 'conditions'), edge('conditions', "conditions'")],
    };
    const { body } = await send({ conditions: [{ field: 'countryCode', operator: 'eq', value: 'BR' }], graph });
    await newPerson();
    const [execution] = await finished(body.automation.id as string);
    const steps = await stepsOf(execution!.id);
    expect(steps.map(({ node }) => node)).toEqual(["conditions''", 'conditions', "conditions'"]);
  });
});
