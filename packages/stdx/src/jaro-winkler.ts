const prefixScale = 0.1;
const maxPrefix = 4;

/** Returns the matching characters in order: each character of `a` with the first free equal one of `b` within reach. */
function matchedPairs(a: readonly string[], b: readonly string[]): { readonly inA: string[]; readonly inB: string[] } {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const places = new Map<string, { readonly at: number[]; next: number }>();
  for (const [index, character] of b.entries()) {
    const known = places.get(character);
    if (known) known.at.push(index);
    else places.set(character, { at: [index], next: 0 });
  }
  const inA: string[] = [];
  const taken: number[] = [];
  for (const [index, character] of a.entries()) {
    const place = places.get(character);
    if (!place) continue;
    // A position too far to the left is so for every later character too, so each position is passed only once.
    while ((place.at[place.next] ?? Infinity) < index - reach) place.next += 1;
    const found = place.at[place.next];
    if (found === undefined || found > index + reach) continue;
    place.next += 1;
    inA.push(character);
    taken.push(found);
  }
  taken.sort((x, y) => x - y);
  return { inA, inB: taken.map((index) => b[index] ?? '') };
}

/** Returns the Jaro-Winkler similarity in code points, 0 to 1. */
export function jaroWinkler(first: string, second: string): number {
  if (first === second) return 1;
  // In rare cases the result depends on which text is searched for partners. A fixed order makes the measure symmetric.
  const [a, b] = (first < second ? [first, second] : [second, first]).map((text) => [...text]) as [string[], string[]];
  const { inA, inB } = matchedPairs(a, b);
  const matches = inA.length;
  if (matches === 0) return 0;
  const transpositions = inA.filter((character, index) => character !== inB[index]).length / 2;
  const jaro = (matches / a.length + matches / b.length + (matches - transpositions) / matches) / 3;
  let prefix = 0;
  while (prefix < maxPrefix && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * prefixScale * (1 - jaro);
}
