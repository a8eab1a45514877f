import { aggregatedOwnership, effectiveShares, ownershipGraph, ownershipReport, percentOf } from '@tamis/ownership';

import { graphFrom } from './support/ownership-graphs.js';

const report = (graph: ReturnType<typeof graphFrom>, question: object = {}) => {
  const made = ownershipReport(graph, {
    ...{ targetId: 'T', thresholdPercent: '25', blocked: {} },
    ...question,
  });
  if (!made.ok) throw new Error(made.error);
  return made.value;
};

const ownersOf = (graph: ReturnType<typeof graphFrom>) =>
  report(graph).beneficialOwners.map(
    ({ entityId, leastPercent, mostPercent, isCertain }) =>
      `${entityId} ${leastPercent}-${mostPercent} ${isCertain ? 'is' : 'may be'}`,
  );

describe('company owners', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['chains multiply', ['ana 60 A', 'A 50 T', 'bo 50 T'], ['bo 50-50 is', 'ana 30-30 is']],
    ['ways add up', ['ana 40 A', 'ana 40 B', 'A 40 T', 'B 30 T', 'ana 1 T'], ['ana 29-29 is']],
    ['exactly the threshold is one', ['ana 25 T', 'bo 24.9999 T'], ['ana 25-25 is']],
    ['a band may reach it', ['ana 20-30 T', 'bo 50-75 T'], ['bo 50-75 is', 'ana 20-30 may be']],
    ['what is not said is what the others leave', ['ana ? T', 'bo 70 T'], ['bo 70-70 is', 'ana 0-30 may be']],
    ['two that are not known share the rest', ['ana ? T', 'bo ? T', 'cy 80 T'], ['cy 80-80 is']],
    ['nobody has more than the others leave', ['ana 25-50 T', 'bo 70 T'], ['bo 70-70 is', 'ana 25-30 is']],
    ['two classes of shares add up', ['ana 20 T', 'ana 10 T'], ['ana 30-30 is']],
    ['a third of 75 is 25', ['ana 33.333333333333 A', 'A 75 T'], ['ana 25-25 is']],
    ['a state is an owner of its own', ['end-state 60 A', 'A 100 T'], ['end-state 60-60 is']],
    ['what a company holds of itself is nobody’s', ['ana 30 T', 'T 70 T'], ['ana 30-30 is']],
    [
      'a circle is solved',
      ['ana 50 A', 'B 50 A', 'A 50 B', 'bo 50 B', 'A 100 T'],
      ['ana 66.6666-66.6667 is', 'bo 33.3333-33.3334 is'],
    ],
    ['a circle over the target ends there', ['T 50 A', 'ana 50 A', 'A 100 T'], ['ana 50-50 is']],
    [
      'of companies that own each other wholly nothing is known',
      ['A 100 B', 'B 100 A', 'A 60 T', 'ana 40 T'],
      ['ana 40-40 is'],
    ],
  ])('%s', (_title, lines, owners) => {
    expect(ownersOf(graphFrom(...lines))).toEqual(owners);
  });

  it('are reported with the paths that prove them, largest share first', () => {
    const [ana] = report(graphFrom('ana 50 A', 'A 60 T', 'ana 5-10 T')).beneficialOwners;
    expect(ana).toMatchObject({
      leastPercent: '35',
      mostPercent: '40',
      paths: [
        { entityIds: ['ana', 'A', 'T'], leastPercent: '30', mostPercent: '30' },
        { entityIds: ['ana', 'T'], leastPercent: '5', mostPercent: '10' },
      ],
    });
  });

  it('report the share known to end in people, and how many layers were searched', () => {
    const known = report(graphFrom('ana 50 A', 'A 60 T', 'end-fund 20 T', 'bo ? T'));
    expect(known).toMatchObject({ knownPercent: '30', layers: 2, hasCycle: false, isApproximate: false });
    expect(report(graphFrom('T 10 A', 'A 50 T'))).toMatchObject({ hasCycle: true, knownPercent: '0' });
  });

  it('are uncertain when the stated shares contradict each other', () => {
    const told = report(graphFrom('ana 60 T', 'bo 60 T'));
    expect(told.contradictory).toEqual(['T']);
    expect(told.beneficialOwners.map(({ leastPercent, isCertain }) => [leastPercent, isCertain])).toEqual([
      ['0', false],
      ['0', false],
    ]);
  });

  it.each([
    [['ana 33.34 T', 'bo 33.34 T', 'cy 33.34 T'], '33.33', '33.34'],
    [['ana 16.7 T', 'bo 16.70 T', 'cy 16.7 T', 'di 16.7 T', 'ed 16.7 T', 'flo 16.7 T'], '16.6', '16.7'],
    [['ana 17 T', 'ana 17 T', 'bo 34 T', 'cy 34 T'], '32', '34'],
  ])('do not contradict each other if they were only rounded up: %j', (lines, leastPercent, mostPercent) => {
    const blocked = { at_least_50: ['ana', 'bo', 'cy', 'di', 'ed'] };
    const told = report(graphFrom(...lines), { blocked, thresholdPercent: '10' });
    expect(told).toMatchObject({
      contradictory: [],
      beneficialOwners: { length: new Set(lines.map((line) => line.split(' ')[0])).size },
    });
    expect(told.beneficialOwners.find(({ entityId }) => entityId === 'ana')).toMatchObject({
      leastPercent,
      mostPercent,
    });
    expect(told.blocked[0]).toMatchObject({ entityId: 'T', isCertain: true });
  });

  it('contradict each other if they are beyond rounding', () => {
    expect(report(graphFrom('ana 33.36 T', 'bo 33.34 T', 'cy 33.34 T')).contradictory).toEqual(['T']);
    expect(report(graphFrom('ana 60 T', 'bo 43 T')).contradictory).toEqual(['T']);
  });

  it('are treated as the whole when rounded shares slightly exceed it', () => {
    const sixths = ['ana', 'bo', 'cy', 'di', 'ed', 'flo'].map((name) => `${name} 16.666666666667 T`);
    const blocked = { at_least_50: ['ana', 'bo', 'cy'], over_50: ['di', 'ed', 'flo'] };
    expect(report(graphFrom(...sixths), { blocked, thresholdPercent: '16.6666' })).toMatchObject({
      ...{ contradictory: [], knownPercent: '100', sanctionedPercent: '100' },
      beneficialOwners: Array.from({ length: 6 }, () => ({ leastPercent: '16.6666', isCertain: true })),
      blocked: [{ entityId: 'T', isCertain: true }, ...Array.from({ length: 6 }, () => ({ isNamed: true }))],
    });
    const over = aggregatedOwnership(graphFrom(...sixths), { over_50: [0, 2, 3] });
    expect([over.certain.size, over.possible.size]).toEqual([3, 3]);
  });

  it('have bounds that contain the exact share in cycles too large to solve exactly', () => {
    const names = Array.from({ length: 70 }, (_, n) => `C${n}`);
    const graph = graphFrom(...names.map((name, n) => `${name} 90 ${names[(n + 1) % 70]}`), 'ana 10 C0', 'C69 100 T');
    const ana = effectiveShares(graph, graph.placeOf.get('T')!);
    const { least, most } = ana.shares.get(graph.placeOf.get('ana')!)!;
    expect(ana.isApproximate).toBe(true);
    // ana's tenth goes around repeatedly: 0.1 * 0.9^69 / (1 - 0.9^70).
    const exact = ((0.1 * 0.9 ** 69) / (1 - 0.9 ** 70)) * 100;
    expect(Number(percentOf(least, 'down'))).toBeLessThanOrEqual(exact);
    expect(Number(percentOf(most, 'up'))).toBeGreaterThanOrEqual(exact);
    expect(Number(percentOf(most, 'up')) - Number(percentOf(least, 'down'))).toBeLessThan(0.001);
  });
});

describe('50 percent rule', () => {
  const percents = (blockedIds: readonly string[], ...lines: readonly string[]) => {
    const { sanctionedPercent, sanctionedPercentMost } = report(graphFrom(...lines), {
      blocked: { at_least_50: blockedIds },
    });
    return [sanctionedPercent, sanctionedPercentMost];
  };

  it('does not multiply shares along a chain', () => {
    expect(percents(['x'], 'x 60 A', 'A 60 T')).toEqual(['60', '60']);
  });

  it('adds up the shares of blocked owners, each below a half', () => {
    expect(percents(['x', 'y'], 'x 25 A', 'y 25 A', 'A 50 T')).toEqual(['50', '50']);
    expect(percents(['x'], 'x 49.9999 A', 'A 50 T')).toEqual(['0', '0']);
  });

  it('separates possible from certain ownership', () => {
    expect(percents(['x'], 'x 25-50 A', 'A 80 T')).toEqual(['0', '80']);
    expect(percents(['x'], 'x ? T', 'ana 70 T')).toEqual(['0', '30']);
  });

  it('reports who counts as blocked, and through whom', () => {
    const { blocked } = report(graphFrom('x 60 A', 'A 25-50 B', 'B 60 T', 'ana 40 T'), {
      blocked: { at_least_50: ['x'] },
    });
    const shares = (leastPercent: string, mostPercent = leastPercent) => ({ leastPercent, mostPercent });
    expect(blocked).toEqual([
      { entityId: 'T', isNamed: false, isCertain: false, ownedBy: [{ entityId: 'B', ...shares('60') }] },
      { entityId: 'B', isNamed: false, isCertain: false, ownedBy: [{ entityId: 'A', ...shares('25', '50') }] },
      { entityId: 'A', isNamed: false, isCertain: true, ownedBy: [{ entityId: 'x', ...shares('60') }] },
      { entityId: 'x', isNamed: true, isCertain: true, ownedBy: [] },
    ]);
  });

  it('leaves exactly half unblocked under over_50, and blocks only named parties when off', () => {
    const graph = graphFrom('x 50 A', 'A 100 T');
    const blocked = (rule: 'over_50' | 'at_least_50' | 'off') =>
      aggregatedOwnership(graph, { [rule]: [0] }).certain.size;
    expect([blocked('at_least_50'), blocked('over_50'), blocked('off')]).toEqual([3, 1, 1]);
  });

  it('of each list: blocks of the stricter rule count for the other, not vice versa', () => {
    const blocked = (named: Readonly<Record<string, readonly string[]>>) =>
      report(graphFrom('x 30 A', 'y 20 A', 'x 25 B', 'y 26 B', 'z 50 C', 'A 40 T', 'B 35 T', 'C 25 T'), {
        blocked: named,
      }).sanctionedPercent;
    // Exactly half of A is owned, and more than half of B.
    expect(blocked({ at_least_50: ['x', 'y'] })).toBe('75');
    expect(blocked({ at_least_50: ['x'], over_50: ['y'] })).toBe('35');
    expect(blocked({ at_least_50: ['x'], off: ['y', 'z'] })).toBe('0');
    expect(blocked({ at_least_50: ['z'], over_50: ['x', 'y'] })).toBe('60');
  });
});

describe('ownership graph', () => {
  const entities = [
    { id: 'T', kind: 'company' as const, country: null },
    { id: 'p', kind: 'person' as const, country: 'BR' },
  ];
  const stake = { owner: 'p', owned: 'T', leastPercent: '10', mostPercent: '10' };

  it.each<[string, object, string]>([
    ['an owner that is not there', { entities, stakes: [{ ...stake, owner: 'q' }] }, 'unknown-entity'],
    ['a person that is owned', { entities, stakes: [{ ...stake, owner: 'T', owned: 'p' }] }, 'owned-person'],
    ['a share above 100', { entities, stakes: [{ ...stake, mostPercent: '100.1' }] }, 'invalid-share'],
    ['a share below 0', { entities, stakes: [{ ...stake, leastPercent: '-1' }] }, 'invalid-share'],
    ['a share that is not a number', { entities, stakes: [{ ...stake, mostPercent: '1e1' }] }, 'invalid-share'],
    ['a band the wrong way round', { entities, stakes: [{ ...stake, leastPercent: '11' }] }, 'invalid-share'],
    ['an entity twice', { entities: [...entities, entities[0]], stakes: [] }, 'repeated-entity'],
    [
      'more entities than are computed',
      { entities: Array.from({ length: 2_001 }, (_, n) => ({ ...entities[0], id: `${n}` })), stakes: [] },
      'too-many-entities',
    ],
  ])('rejects %s', (_title, input, code) => {
    expect(ownershipGraph(input as Parameters<typeof ownershipGraph>[0])).toMatchObject({ ok: false, error: { code } });
  });

  it('answers only about its members, with a threshold above 0', () => {
    const graph = graphFrom('p 10 T');
    const ask = (question: object) =>
      ownershipReport(graph, {
        ...{ targetId: 'T', thresholdPercent: '25', blocked: {} },
        ...question,
      });
    expect(ask({ targetId: 'x' })).toEqual({ ok: false, error: 'unknown-target' });
    expect(ask({ thresholdPercent: '0' })).toEqual({ ok: false, error: 'invalid-threshold' });
  });
});
