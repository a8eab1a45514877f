/**
 * Of runs in order of arrival, each with the locks it needs, the places of those that may be decided at once: none of them shares a
 * lock with one before it, be that of this turn or of a later one.
 */
export function nextTurn(locks: readonly (readonly string[])[]): readonly number[] {
  const seen = new Set<string>();
  return locks.flatMap((own, place) => {
    const isFree = own.every((key) => !seen.has(key));
    for (const key of own) seen.add(key);
    return isFree ? [place] : [];
  });
}
