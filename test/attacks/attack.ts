import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';

/** One attempt to bypass a protection. */
export interface Attack {
  readonly what: string;
  /** Returns what the attack obtained, or `null` if the protection held. */
  readonly got: () => Promise<string | null>;
}

/** Tries the attacks of one class, reports how many were tried and how many were stopped, and returns those that succeeded. */
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

/** Returns a part of the attacks for `npm test`, a different one for each commit, and all of them for `npm run promises`. */
export function partOf<T>(attacks: readonly T[], oneIn: number): readonly T[] {
  const share = wholeOrPart(1, oneIn);
  return attacks.filter((_, index) => (index + partSeed) % share === 0);
}
