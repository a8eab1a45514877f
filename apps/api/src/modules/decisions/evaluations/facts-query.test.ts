import type { WindowRequest } from '@tamis/engine';
import fc from 'fast-check';

import { factsQuery } from './persistence/facts-query.js';

const entity = { kind: 'entity' } as const;
const links = [
  { recordPath: ['originEntityId'], type: entity },
  { recordPath: ['amount'], type: { kind: 'number' } as const },
  { recordPath: ['metadata', 'code'], type: { kind: 'any' } as const },
  { recordPath: ['deviceDetails', 'ipAddress'], type: { kind: 'ip' } as const },
];
const columns = [['amount'], ['metadata', 'code'], ['originEntity', 'status']];
const wanted = { kind: 'counts' } as const;
const span = { from: 0, fromInclusive: false, to: 1, toInclusive: true };
const folds = [[{ ...span, id: 'all', where: null, wanted }], [{ ...span, id: 'all', where: null, wanted: {
  kind: 'distinct' as const, field: { path: ['metadata', 'code'], type: entity } } }]]; // prettier-ignore

const key = fc.oneof(fc.uuid(), fc.constantFrom('= 5', '= -1.5', 'is true', '10.0.0.1', "it's"));
const link = fc
  .tuple(fc.constantFrom(...links), key)
  .map(([{ recordPath, type }, each]) => ({ recordPath, type, key: each }));
const some = <T>(each: fc.Arbitrary<T>): fc.Arbitrary<T[]> => fc.array(each, { minLength: 1, maxLength: 2 });

const window: fc.Arbitrary<WindowRequest> = fc
  .record({
    links: some(some(some(link))),
    from: fc.option(fc.nat()),
    to: fc.nat(),
    toInclusive: fc.boolean(),
    cap: fc.constantFrom(null, 10, 100),
    except: fc.option(fc.oneof(fc.uuid(), fc.constant('unstored'))),
    folds: fc.constantFrom(undefined, ...folds),
  })
  .map(({ folds: asked, ...rest }) => ({
    ...rest,
    id: 0,
    source: 'transactions' as const,
    timePath: ['transactedAt'],
    columns,
    ...(asked && { folds: asked }),
  }));

/** Returns the query for windows of another rule set, for which no text is cached. */
const writtenAnew = (windows: readonly WindowRequest[]) =>
  factsQuery({ organizationId: 'org', windows: structuredClone(windows) });

describe('window query of an evaluation', () => {
  it('is the same whether its text comes from an evaluation with other values or is newly generated', () => {
    fc.assert(
      fc.property(
        fc.array(window, { maxLength: 2 }),
        fc.array(key, { minLength: 8, maxLength: 8 }),
        (windows, keys) => {
          factsQuery({ organizationId: 'other', windows });
          let next = 0;
          const others = windows.map((each) => ({
            ...each,
            to: each.to + 1,
            from: each.from === null ? null : each.from + 7,
            links: each.links.map((alternatives) =>
              alternatives.map((all) => all.map((one) => ({ ...one, key: keys[next++ % 8]! }))),
            ),
          }));
          for (const asked of [windows, others])
            expect(factsQuery({ organizationId: 'org', windows: asked })).toEqual(writtenAnew(asked));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reuses the text of the previous evaluation, and changes when a rule reads another column', () => {
    const [asked] = fc.sample(window, { numRuns: 1, seed: 1 });
    const own = { ...asked!, columns: [['amount']] };
    const text = () => factsQuery({ organizationId: 'org', windows: [own] }).text;
    const first = text();
    expect(text()).toBe(first);
    own.columns.push(['currency']);
    expect(text()).toContain('r.currency');
  });
});
