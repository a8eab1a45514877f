const maxDistance = 2;

/** Two edits turn almost any short word into any other, so short words allow fewer. */
function allowedDistance(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  return length <= 2 ? 0 : length <= 4 ? 1 : maxDistance;
}

/**
 * Returns the edit distance, in which swapping two adjacent letters counts once, since that is the most common typo. Returns Infinity above
 * `limit`.
 */
export function editDistance(a: string, b: string, limit: number = maxDistance): number {
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, (beforeLast[j - 2] ?? 0) + 1);
      row.push(best);
    }
    beforeLast = last;
    last = row;
  }
  const distance = last[b.length] ?? Infinity;
  return distance > limit ? Infinity : distance;
}

/**
 * Returns the candidates within two edits of `name`, best first. Case is ignored, and equal distances keep the given order, so candidates
 * of the right type should come first. `name` itself is never suggested.
 */
export function didYouMean(name: string, candidates: Iterable<string>): string[] {
  const lower = name.toLowerCase();
  const found: { candidate: string; distance: number }[] = [];
  for (const candidate of new Set(candidates)) {
    if (candidate === name) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance <= allowedDistance(name, candidate)) found.push({ candidate, distance });
  }
  return found.sort((a, b) => a.distance - b.distance).map(({ candidate }) => candidate);
}
