import fc from 'fast-check';

import { drawGraphs, type Graph, mostNodes, nodeBeside } from '../src/features/parties/model/graph-picture.js';
import {
  linkKinds,
  readGraphSearch,
  readPartiesSearch,
  toggled,
} from '../src/features/parties/model/parties-search.js';
import {
  filtersIn,
  queryOf,
  readTransactionsSearch,
  withFilter,
} from '../src/features/transactions/model/transactions-search.js';

/** Creates a graph in which all others are paid by the first entity. */
const star = (root: string, others: readonly string[], more = 0): Graph => ({
  entityId: root,
  cut: false,
  omitted: [],
  nodes: [root, ...others].map((id) => {
    const entity = {
      id,
      externalId: null,
      type: 'person',
      name: id,
      status: 'active',
      countryCode: null,
      riskScore: 0,
    };
    return { id, kind: 'entity', ring: id === root ? 0 : 1, label: id, entity, more: id === root ? more : 0 };
  }),
  edges: others.map((target) => ({
    ...{ kind: 'payments', source: root, target, relationship: null },
    payments: { count: 1, sumInUsd: 1, lastAt: '2026-01-01T00:00:00.000Z', complete: true },
  })),
});

describe('graph picture', () => {
  it('has a column for each step, and a fold for nodes not drawn', () => {
    const { nodes, edges } = drawGraphs([star('a', ['b', 'c'], 4_980), star('c', ['a', 'd'])]);
    expect(nodes.map(({ id, column, more }) => [id, column, more])).toEqual([
      ['a', 0, 0],
      ['b', 1, 0],
      ['c', 1, 0],
      ['fold:a', 1, 4_980],
      ['d', 2, 0],
    ]);
    expect(edges).toHaveLength(4);
  });

  it('has one node when nothing is linked, and none when nothing was read', () => {
    expect(drawGraphs([star('a', [])]).nodes.map(({ id }) => id)).toEqual(['a']);
    expect(drawGraphs([]).nodes).toEqual([]);
  });

  it('never exceeds the node limit, and never places two nodes at one position', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 0, max: 400 }).map(String), { maxLength: 60 });
    const graphs = fc.array(fc.tuple(ids, fc.nat(9)), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(graphs, (all) => {
        // Each graph is connected to the first one.
        const stars = all.map(([others, more], at) => star(`r${at}`, at === 0 ? others : ['r0', ...others], more));
        const { nodes, edges, isCut } = drawGraphs(stars);
        expect(nodes.length).toBeLessThanOrEqual(mostNodes);
        expect(new Set(nodes.map(({ x, y }) => `${x} ${y}`)).size).toBe(nodes.length);
        const drawn = new Set(nodes.map(({ id }) => id));
        for (const { source, target } of edges) expect([drawn.has(source), drawn.has(target)]).toEqual([true, true]);
        const whole = new Set(stars.flatMap((graph) => graph.nodes.map(({ id }) => id)));
        expect(isCut || [...whole].every((id) => drawn.has(id))).toBe(true);
      }),
    );
  });

  it('supports keyboard navigation along columns and links', () => {
    const picture = drawGraphs([star('a', ['b', 'c'], 3), star('c', ['a', 'd'])]);
    const walk = (from: string, ...steps: readonly ('up' | 'down' | 'left' | 'right')[]): string | null =>
      steps.reduce<string | null>((at, step) => (at === null ? null : nodeBeside(picture, at, step)), from);
    expect(walk('a', 'right')).toBe('b');
    expect(walk('a', 'right', 'down', 'right')).toBe('d');
    expect(walk('d', 'left', 'down')).toBe('fold:a');
    expect(walk('fold:a', 'left')).toBe('a');
    expect([walk('a', 'up'), walk('b', 'right'), walk('none', 'up')]).toEqual([null, null, null]);
  });
});

describe('URL state of entities and payments', () => {
  const id = fc.uuid();
  const ids = fc.uniqueArray(id, { minLength: 1, maxLength: 20 });
  const day = fc
    .date({ min: new Date(0), noInvalidDate: true, max: new Date('2100-01-01') })
    .map((date) => date.toISOString().slice(0, 10));

  it('round-trips valid values', () => {
    const kinds = fc.subarray([...linkKinds], { minLength: 1, maxLength: 4 });
    const graph = fc.record({ open: ids, wide: ids, kinds, from: day }, { requiredKeys: [] });
    fc.assert(fc.property(graph, (search) => expect(readGraphSearch(search)).toEqual(search)));
    const amount = fc.nat(1_000_000).map(String);
    const payments = fc.record(
      {
        ...{ entityId: id, originEntityId: id, row: id, from: day, to: day, amountMin: amount, amountMax: amount },
        flagged: fc.constant(true),
        sort: fc.constantFrom('amount', 'riskScore', 'createdAt'),
        status: fc.constantFrom('CREATED', 'SENT'),
        paymentMethod: fc.constantFrom('PIX', 'CARD'),
      },
      { requiredKeys: [] },
    );
    fc.assert(fc.property(payments, (search) => expect(readTransactionsSearch(search)).toEqual(search)));
  });

  it('drops unknown values', () => {
    const anything = fc.dictionary(
      fc.constantFrom('open', 'wide', 'kinds', 'from', 'q', 'type', 'amountMin'),
      fc.anything(),
    );
    fc.assert(
      fc.property(anything, (given) => {
        for (const read of [readGraphSearch, readPartiesSearch, readTransactionsSearch]) {
          const once = read(given);
          expect(read(once as Readonly<Record<string, unknown>>)).toEqual(once);
        }
      }),
    );
    expect(readTransactionsSearch({ amountMin: '-1', from: 'yesterday', entityId: 'x', status: 'GONE' })).toEqual({});
  });

  it('toggles an item in a selection of at most twenty', () => {
    expect([toggled(undefined, 'a'), toggled(['a', 'b'], 'a')]).toEqual([['a'], ['b']]);
    const many = Array.from({ length: 20 }, (_, at) => String(at));
    expect(toggled(many, 'new')).toEqual([...many.slice(1), 'new']);
  });

  it('resets payment paging when a filter changes, and requests whole days from the server', () => {
    const search = { type: 'PAYMENT', cursor: 'c', row: '3f0c1e6e-0000-4000-8000-000000000000' } as const;
    const next = withFilter(search, 'from', '2026-03-01');
    expect([next, withFilter(next, 'type', '')]).toEqual([
      { type: 'PAYMENT', from: '2026-03-01' },
      { from: '2026-03-01' },
    ]);
    expect(filtersIn(next)).toEqual([
      ['type', 'PAYMENT'],
      ['from', '2026-03-01'],
    ]);
    expect(queryOf({ ...next, to: '2026-03-02', riskScoreMin: '80' }, 'UTC')).toEqual({
      ...{ type: ['PAYMENT'], transactedFrom: '2026-03-01T00:00:00.000Z', riskScoreMin: 80 },
      transactedTo: '2026-03-02T23:59:59.999Z',
    });
  });
});
