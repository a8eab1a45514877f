import type { components } from '@tamis/client';

import { decidingParts } from '../src/features/transactions/model/deciding-parts.js';

type TraceNode = components['schemas']['TraceNodeDto'];
type Outcome = NonNullable<TraceNode['outcome']>;

const place = (node: TraceNode, id: string): TraceNode => ({
  ...node,
  id,
  children: node.children.map((child, index) => place(child, `${id}.${index}`)),
});

const leaf = (text: string, outcome: Outcome, more: Partial<TraceNode> = {}): TraceNode => ({
  ...{ id: '', kind: 'test', text, outcome, costClass: 'c0', children: [] },
  ...more,
});

const group = (kind: TraceNode['kind'], outcome: Outcome, ...children: readonly TraceNode[]): TraceNode => ({
  ...{ id: '', kind, outcome, costClass: 'c0', children: [...children] },
  text: `${kind} of ${children.length}`,
});

const find = (node: TraceNode, id: string): TraceNode =>
  [node, ...node.children.map((child) => (id.startsWith(child.id) ? find(child, id) : node))].find(
    (each) => each.id === id,
  ) ?? node;

/** Returns the texts of the marked parts of both sides, each with its difference. */
function marked(before: TraceNode | null, after: TraceNode | null) {
  const [one, other] = [before && place(before, '0'), after && place(after, '0')];
  const sides = decidingParts(one, other);
  const read = (tree: TraceNode | null, parts: ReadonlyMap<string, string | null>) =>
    [...parts].map(([id, part]) => [find(tree!, id).text, part]);
  return { before: read(one, sides.before), after: read(other, sides.after) };
}

describe('parts that explain a difference between two sides', () => {
  it('finds the leaf whose constant differs, and that constant', () => {
    const night = leaf('night', 'true');
    expect(
      marked(
        group('and', 'false', leaf('amount >= 500 USD', 'false'), leaf('night', 'skipped')),
        group('and', 'true', leaf('amount >= 250 USD', 'true'), night),
      ),
    ).toEqual({ before: [['amount >= 500 USD', '500 USD']], after: [['amount >= 250 USD', '250 USD']] });
  });

  it('finds the same leaf with a different named value or a different found value', () => {
    const usd = (amount: number) => ({ $money: `${amount} USD` });
    const limited = (outcome: Outcome, limit: number) => leaf('amount >= limit', outcome, { expected: usd(limit) });
    expect(marked(limited('false', 50), limited('true', 40))).toEqual({
      before: [['amount >= limit', '50 USD']],
      after: [['amount >= limit', '40 USD']],
    });
    const found = (outcome: Outcome, count: number) => leaf('n >= 2', outcome, { actual: count, expected: 2 });
    expect(marked(found('true', 3), found('false', 1))).toEqual({
      before: [['n >= 2', '3']],
      after: [['n >= 2', '1']],
    });
  });

  it('of `or` finds parts that became true, not parts that were no longer evaluated', () => {
    const before = group('or', 'false', leaf('a >= 2', 'false'), leaf('b', 'false'));
    const after = group('or', 'true', leaf('a >= 1', 'true'), leaf('b', 'skipped'));
    expect(marked(before, after)).toEqual({ before: [['a >= 2', '2']], after: [['a >= 1', '1']] });
    expect(marked(after, before)).toEqual({ before: [['a >= 1', '1']], after: [['a >= 2', '2']] });
  });

  it('of `and` omits parts that became unknown next to parts that became false', () => {
    const before = group('and', 'true', leaf('a', 'true'), leaf('b', 'true'));
    const after = group('and', 'false', leaf('a', 'false'), leaf('b', 'unknown'));
    expect(marked(before, after)).toEqual({ before: [['a', null]], after: [['a', null]] });
  });

  it('finds the unknown parts, and on the other side the parts that had decided', () => {
    const before = group('and', 'false', leaf('a', 'false'), leaf('b', 'true'));
    const after = group('and', 'unknown', leaf('a', 'true'), leaf('b', 'unknown'));
    expect(marked(before, after)).toEqual({
      before: [
        ['a', null],
        ['b', null],
      ],
      after: [
        ['a', null],
        ['b', null],
      ],
    });
    expect(marked(leaf('a', 'unknown'), leaf('a', 'true'))).toEqual({ before: [['a', null]], after: [['a', null]] });
  });

  it('finds parts below negations, `none` and names', () => {
    const wrap = (outer: Outcome, inner: Outcome, limit: number) =>
      group('let', outer, group('not', outer, group('or', inner, leaf('x', 'false'), leaf(`a > ${limit}`, inner))));
    expect(marked(wrap('true', 'false', 9), wrap('false', 'true', 5))).toEqual({
      before: [['a > 9', '9']],
      after: [['a > 5', '5']],
    });
    const none = (outcome: Outcome, inner: Outcome) => group('none', outcome, leaf('x', 'false'), leaf('y', inner));
    expect(marked(none('true', 'false'), none('false', 'true'))).toEqual({
      before: [['y', null]],
      after: [['y', null]],
    });
  });

  it('finds a part that only one side has, and its counterpart on the other side', () => {
    const amount = leaf('amount >= 5', 'true');
    const brazil = leaf('country = "BR"', 'false');
    expect(marked(amount, group('and', 'false', amount, brazil))).toEqual({
      before: [['amount >= 5', 'amount >= 5']],
      after: [['country = "BR"', null]],
    });
    const three = group('and', 'true', amount, leaf('b', 'true'));
    const four = group('and', 'false', amount, leaf('b', 'true'), brazil);
    expect(marked(four, three)).toEqual({
      before: [['country = "BR"', null]],
      after: [['and of 2', '2']],
    });
  });

  it('finds the condition itself when all leaves are equal but the operator or the count differs', () => {
    const both = [leaf('a', 'true'), leaf('b', 'false')] as const;
    expect(marked(group('and', 'false', ...both), group('or', 'true', ...both))).toEqual({
      before: [['and of 2', 'and']],
      after: [['or of 2', 'or']],
    });
    const atLeast = (count: number, outcome: Outcome) => ({
      ...group('atLeast', outcome, ...both),
      text: `at least ${count} of [a, b]`,
    });
    expect(marked(atLeast(2, 'false'), atLeast(1, 'true'))).toEqual({
      before: [['at least 2 of [a, b]', '2']],
      after: [['at least 1 of [a, b]', '1']],
    });
  });

  it('finds the deciding parts when only one side has the rule, and none when both have the same outcome', () => {
    const rule = group('or', 'true', leaf('a', 'false'), group('and', 'true', leaf('b', 'true'), leaf('c', 'true')));
    expect(marked(null, rule)).toEqual({
      before: [],
      after: [
        ['b', null],
        ['c', null],
      ],
    });
    expect(marked(rule, null).before).toHaveLength(2);
    expect(marked(rule, { ...rule, text: 'otherwise written' })).toEqual({ before: [], after: [] });
    expect(marked(null, null)).toEqual({ before: [], after: [] });
  });
});
