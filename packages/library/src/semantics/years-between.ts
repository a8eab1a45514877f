/**
 * Returns the whole years from one day to a later one (both `YYYY-MM-DD`): a year is complete on the same month and day. Returns `null` if
 * the second day is earlier.
 */
export function yearsBetween(from: string, to: string): number | null {
  if (to < from) return null;
  const years = Number(to.slice(0, 4)) - Number(from.slice(0, 4));
  return to.slice(5) < from.slice(5) ? years - 1 : years;
}
