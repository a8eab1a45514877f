import fc from 'fast-check';

import { type OwnershipGraph, ownershipGraph, type OwnershipInput, type Stake } from '@tamis/ownership';

/** Fails the test if the input does not result in a graph. */
export function graphOf(input: OwnershipInput): OwnershipGraph {
  const made = ownershipGraph(input);
  if (!made.ok) throw new Error(`${made.error.code}: ${made.error.detail}`);
  return made.value;
}

/** Parses `a 60 t` or `a 25-50 t`, `a ? t`. Owners with names in capitals are companies, and the last name of all is the target. */
export function graphFrom(...lines: readonly string[]): OwnershipGraph {
  const stakes = lines.map((line): Stake => {
    const [owner, share, owned] = line.split(' ');
    const [from, to = from] = share === '?' ? [null, null] : share!.split('-');
    return { owner: owner!, owned: owned!, leastPercent: from ?? null, mostPercent: to ?? null };
  });
  const ids = [...new Set(stakes.flatMap(({ owner, owned }) => [owner, owned]))];
  return graphOf({ entities: ids.map((id) => ({ id, kind: kindOf(id), country: null })), stakes });
}

const kindOf = (id: string) => (/^[A-Z]/.test(id) ? 'company' : id.startsWith('end') ? 'end' : 'person');

interface Options {
  /** Whether nobody owns earlier entities, so that there are no cycles. */
  readonly isAcyclic: boolean;
  /** Maximum percentage of a company that its owners hold together. */
  readonly mostKnown: number;
}

/** Two to twelve entities. The first is the target, the last ones are people. Shares are known, ranges or unknown. */
export const ownershipInputs = ({ isAcyclic, mostKnown }: Options): fc.Arbitrary<OwnershipInput> =>
  fc
    .record({
      companies: fc.integer({ min: 1, max: 8 }),
      people: fc.integer({ min: 1, max: 4 }),
      edges: fc.array(
        fc.record({
          owner: fc.nat(11),
          owned: fc.nat(7),
          weight: fc.integer({ min: 1, max: 400 }),
          width: fc.integer({ min: 0, max: 40 }),
          says: fc.constantFrom('exactly', 'exactly', 'exactly', 'band', 'nothing'),
        }),
        { maxLength: 24 },
      ),
    })
    .map(({ companies, people, edges }) => {
      const total = companies + people;
      const left = new Map<number, number>();
      const seen = new Set<string>();
      const stakes = edges.flatMap(({ owner, owned, weight, width, says }): readonly Stake[] => {
        const [from, to] = [owner % total, owned % companies];
        if (from === to || (isAcyclic && from < to) || seen.has(`${from} ${to}`)) return [];
        seen.add(`${from} ${to}`);
        const tenths = Math.min(weight, left.get(to) ?? mostKnown * 10);
        if (says !== 'nothing') left.set(to, (left.get(to) ?? mostKnown * 10) - tenths);
        const names = { owner: `e${from}`, owned: `e${to}` };
        if (says === 'nothing') return [{ ...names, leastPercent: null, mostPercent: null }];
        const upTo = says === 'band' ? Math.min(1_000, tenths + width * 10) : tenths;
        return [{ ...names, leastPercent: percent(tenths), mostPercent: percent(upTo) }];
      });
      const entities = Array.from({ length: total }, (_, n) => ({
        id: `e${n}`,
        kind: n < companies ? ('company' as const) : ('person' as const),
        country: null,
      }));
      return { entities, stakes };
    });

const percent = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10}`;
