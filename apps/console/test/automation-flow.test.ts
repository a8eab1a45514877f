import fc from 'fast-check';
import { templates } from '../src/features/automations/model/definition.js';
import { findingsOf } from '../src/features/automations/model/findings.js';
import {
  actionBlock,
  type Block,
  branchBlock,
  type Flow,
  flowOf,
  keysOf,
  writeFlow,
} from '../src/features/automations/model/flow.js';
import {
  branchOff,
  changeBlock,
  duplicateBlock,
  findBlock,
  insertBlock,
  mayMove,
  moveBlock,
  removeBlock,
  variablesBefore,
} from '../src/features/automations/model/flow-edits.js';
import { beginHistory, pushState, redoState, undoState } from '../src/features/automations/model/history.js';
import { scheduleOf, withSchedule } from '../src/features/automations/model/schedule.js';
import type { WrittenDefinition } from '../src/features/automations/model/written.js';

const act = (name: string): { type: string; config: object } => ({
  type: 'set_variable',
  config: { name, value: '1' },
});
const written = (value: object): WrittenDefinition => value as WrittenDefinition;
const node = (id: string, more: object = {}): object => ({ id, type: 'action', data: act(id), ...more });
const edge = (source: string, target: string, way?: string): object => ({
  ...{ id: `${source}>${target}`, source, target },
  ...(way && { sourceHandle: way }),
});
const condition = (id: string): object => ({
  id,
  type: 'condition',
  data: { conditions: [{ field: id }], colour: 'red' },
});
const trigger = { id: 't', type: 'trigger', data: { x: 1 } };

/** Generates flows of any shape. */
const blocks = (depth: number): fc.Arbitrary<Block[]> => {
  const action = fc.constantFrom('a', 'b', 'c').map((name): Block => actionBlock(act(name) as never));
  if (depth === 0) return fc.array(action, { maxLength: 3 });
  const branch = fc
    .tuple(blocks(depth - 1), blocks(depth - 1), fc.option(blocks(depth - 1).filter((each) => each.length > 0)))
    .map(([yes, no, unknown]): Block => branchBlock([{ field: 'x' }], { lanes: { true: yes, false: no, unknown } }));
  return fc.array(fc.oneof({ arbitrary: action, weight: 2 }, branch), { maxLength: 4 });
};

const shape = (list: readonly Block[]): unknown =>
  list.map((block) =>
    block.kind === 'action'
      ? block.action.config
      : [
          block.conditions,
          shape(block.lanes.true),
          shape(block.lanes.false),
          block.lanes.unknown && shape(block.lanes.unknown),
        ],
  );

const both = { nodes: [trigger, condition('c'), node('yes'), node('no'), node('end')] };

describe('flow of an automation definition', () => {
  it.each<readonly [string, object]>([
    ...templates.map(({ name, definition }) => [name, definition] as const),
    [
      'actions with members of their own',
      { triggerType: 'scheduled', note: 1, actions: [{ ...act('a'), label: 'x' }] },
    ],
    [
      'steps',
      {
        later: [1],
        steps: [
          { actions: [act('a'), act('b')], waitAfterStep: true, title: 'first' },
          { conditions: [{ field: 'x' }], actions: [act('c')] },
          { conditions: [], actions: [act('d')], waitAfterStep: false },
        ],
      },
    ],
    [
      'a graph whose ways come together',
      {
        graph: {
          zoom: 2,
          ...both,
          edges: [
            ...[edge('end', 'last'), edge('t', 'c'), edge('c', 'yes', 'true'), edge('c', 'no', 'false')],
            ...[edge('yes', 'end'), edge('no', 'end')],
          ],
          ...{ nodes: [...both.nodes, node('last', { position: { x: 1 } })] },
        },
      },
    ],
    [
      'a graph whose ways end',
      {
        graph: {
          ...both,
          edges: [edge('t', 'c'), edge('c', 'yes'), edge('c', 'no', 'unknown'), edge('c', 'end', 'false')],
        },
      },
    ],
  ])('writes the definition as it was read: %s', (_, definition) => {
    const flow = flowOf(written(definition));
    expect(flow).not.toBeNull();
    expect(writeFlow(written(definition), flow!).definition).toEqual(definition);
  });

  it.each([
    [
      'two ways from an action',
      { nodes: [trigger, node('a'), node('b'), node('c')], edges: [edge('t', 'a'), edge('a', 'b'), edge('a', 'c')] },
    ],
    ['a node that nothing leads to', { nodes: [trigger, node('a'), node('b')], edges: [edge('t', 'a')] }],
    ['a circle', { nodes: [trigger, node('a')], edges: [edge('t', 'a'), edge('a', 'a')] }],
    [
      'a circle of a condition',
      { nodes: [trigger, condition('c'), node('a')], edges: [edge('t', 'c'), edge('c', 'a'), edge('a', 'c')] },
    ],
    ['two triggers', { nodes: [trigger, { ...trigger, id: 'u' }, node('a')], edges: [edge('t', 'a')] }],
    [
      'ways that cross',
      {
        nodes: [trigger, condition('c'), condition('d'), condition('e'), node('x'), node('y')],
        edges: [
          ...[edge('t', 'c'), edge('c', 'd', 'true'), edge('c', 'e', 'false')],
          ...[edge('d', 'x', 'true'), edge('d', 'y', 'false'), edge('e', 'x', 'true'), edge('e', 'y', 'false')],
        ],
      },
    ],
  ])('returns null for a graph without a linear order: %s', (_, graph) => {
    expect(flowOf(written({ graph }))).toBeNull();
  });

  it('keeps its meaning in every form it can be written in', () => {
    fc.assert(
      fc.property(blocks(2), fc.constantFrom('actions' as const, 'steps' as const, 'graph' as const), (made, form) => {
        const flow: Flow = { form, blocks: made, graph: null };
        const { definition, paths } = writeFlow(written({ triggerType: 'scheduled' }), flow);
        expect(shape(flowOf(definition)!.blocks)).toEqual(shape(made));
        expect(keysOf(made).every((key) => paths.has(key))).toBe(true);
      }),
    );
  });

  it('names the positions of findings', () => {
    const definition = written({
      graph: {
        ...both,
        edges: [edge('t', 'c'), edge('c', 'yes'), edge('yes', 'end'), edge('c', 'no', 'false'), edge('no', 'end')],
      },
    });
    const flow = flowOf(definition)!;
    const { paths } = writeFlow(definition, flow);
    const [first, last] = flow.blocks as [Block, Block];
    const found = findingsOf(
      {
        'graph.nodes[1].data.conditions[0]': 'no field',
        'graph.nodes[4].data.config.name': 'no name',
        'triggerConfig.cron': 'no time',
        'conditions[0]': 'none',
        'graph.edges': 'circle',
      },
      paths,
    );
    expect(found.blocks.get(first.key)).toEqual({ 'conditions[0]': 'no field' });
    expect(found.blocks.get(last.key)).toEqual({ 'config.name': 'no name' });
    expect([found.trigger, found.conditions, found.others]).toEqual([
      { cron: 'no time' },
      ['none'],
      { 'graph.edges': 'circle' },
    ]);
  });
});

describe('steps', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => actionBlock(act(name) as never)) as [Block, Block, Block];
  const branch = branchBlock([], { lanes: { true: [a], false: [b], unknown: null } });

  it('moves steps past each other, into and out of a condition, to every position', () => {
    let list: readonly Block[] = [c, branch];
    const places = [shape(list)];
    while (mayMove(list, c.key, 1)) {
      list = moveBlock(list, c.key, 1);
      places.push(shape(list));
    }
    expect(places).toHaveLength(6);
    expect(list.at(-1)).toBe(c);
    for (const place of places.reverse().slice(1)) {
      list = moveBlock(list, c.key, -1);
      expect(shape(list)).toEqual(place);
    }
    expect(mayMove(list, c.key, -1)).toBe(false);
  });

  it('adds, changes, copies, nests under a condition and removes steps', () => {
    const added = insertBlock([branch], { branch: branch.key, lane: 'false', index: 1 }, c);
    expect(findBlock(added, c.key)?.place).toEqual({ branch: branch.key, lane: 'false', index: 1 });
    const copied = duplicateBlock(added, branch.key);
    expect(keysOf(copied.blocks)).toHaveLength(8);
    expect(new Set(keysOf(copied.blocks)).size).toBe(8);
    const under = branchOff(added, c.key);
    expect(findBlock(under.blocks, c.key)?.place).toEqual({ branch: under.key, lane: 'true', index: 0 });
    expect(keysOf(removeBlock(under.blocks, under.key))).toEqual([branch.key, a.key, b.key]);
    const changed = changeBlock(added, a.key, (block) => ({ ...block, action: act('z') }) as Block);
    expect(variablesBefore(changed, c.key)).toEqual(['z', 'b']);
  });
});

describe('schedules', () => {
  it.each([
    [
      { cron: '0 6 * * 1-5', timezone: 'UTC' },
      { kind: 'weekly', time: '06:00', days: [1, 2, 3, 4, 5] },
    ],
    [{ cron: '30 14 * * *' }, { kind: 'daily', time: '14:30' }],
    [{ cron: '5 9 1 * *' }, { kind: 'monthly', time: '09:05', day: 1 }],
    [{ cron: '0 8 * * 0,3' }, { kind: 'weekly', time: '08:00', days: [0, 3] }],
    [{ every: { amount: 2, unit: 'hours' } }, { kind: 'every', amount: 2, unit: 'hours' }],
    [{ cron: '*/10 * * * *' }, { kind: 'cron', cron: '*/10 * * * *' }],
    [{ cron: '0 8 1 * 1' }, { kind: 'cron', cron: '0 8 1 * 1' }],
  ])('reads schedules in human terms and writes them unchanged: %j', (config, schedule) => {
    expect(scheduleOf(config)).toEqual(schedule);
    expect(withSchedule(config, scheduleOf(config))).toEqual(config);
  });
});

describe('undo history', () => {
  it('undoes and redoes, merging continuous typing in one field', () => {
    let history = pushState(pushState(pushState(beginHistory(''), 'a', 'name', 1), 'ab', 'name', 2), 'b', null, 3);
    expect(history.past).toEqual(['', 'ab']);
    history = undoState(history);
    expect(history.present).toBe('ab');
    history = undoState(undoState(history));
    expect([history.present, history.future]).toEqual(['', ['ab', 'b']]);
    history = redoState(history);
    expect([history.present, pushState(history, 'c', null, 9).future]).toEqual(['ab', []]);
  });
});
