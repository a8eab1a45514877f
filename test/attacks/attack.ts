import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';

/** One try to get through a wall. */
export interface Attack {
  readonly what: string;
  /** What got through; null: the wall held. */
  readonly got: () => Promise<string | null>;
}

/** Tries attacks of one class, and hands over how many there were and how many the walls held. Those that got through. */
export async function tryAll(name: string, attacks: readonly Attack[], atOnce = 8): Promise<readonly string[]> {
  const through: string[] = [];
  let next = 0;
  const attacker = async (): Promise<void> => {
    for (let attack = attacks[next++]; attack; attack = attacks[next++]) {
      const got = await attack.got();
      if (got !== null) through.push(`${attack.what}: ${got.slice(0, 500)}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, attacker));
  reportPromise(31, {
    figure: `${name}: ${attacks.length} attacks tried, ${attacks.length - through.length} held`,
    target: 'all held',
    holds: attacks.length > 0 && through.length === 0,
  });
  return through;
}

/** A part of the attacks in `npm test`, another one for each commit; all of them in `npm run promises`. */
export function partOf<T>(attacks: readonly T[], oneIn: number): readonly T[] {
  const share = wholeOrPart(1, oneIn);
  return attacks.filter((_, index) => (index + partSeed) % share === 0);
}
