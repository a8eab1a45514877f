import { invalid } from '../../../../platform/http/index.js';

/** A period as given in a query. */
export interface StatsPeriod {
  readonly from?: string;
  readonly to?: string;
}

const hourMs = 3_600_000;
const defaultDays = 14;

/** Returns whole hours: `from` inclusive, `to` exclusive; by default the last 14 days. Throws 400 if the end is before the start. */
export function resolveHours({ from, to }: StatsPeriod, now: Date): { readonly from: Date; readonly to: Date } {
  const end = to === undefined ? now.getTime() : new Date(to).getTime();
  const begin = from === undefined ? end - defaultDays * 24 * hourMs : new Date(from).getTime();
  if (begin > end) throw invalid({ from: 'from must not be after to' });
  return { from: new Date(Math.floor(begin / hourMs) * hourMs), to: new Date(Math.ceil(end / hourMs) * hourMs) };
}
