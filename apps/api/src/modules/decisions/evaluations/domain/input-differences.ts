import type { Facts } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

/** Why an input differs from the original one. */
export type InputReason = 'late_record' | 'deleted_record' | 'corrected_record' | 'rate_loaded';

export interface InputDifference {
  readonly path: string;
  readonly original?: unknown;
  readonly replayed?: unknown;
  readonly because: InputReason;
}

const isSame = (a: unknown, b: unknown): boolean =>
  canonicalJson((a ?? null) as JsonValue) === canonicalJson((b ?? null) as JsonValue);

/** Returns the number of records in a window. For a counted window, it is the number of all counted records. */
function sizeOf(facts: Facts, id: number): number {
  return (facts.windows[id] ?? []).length;
}

/** Derives the reason from the ids and the number of records. If both are unchanged, the content of a record was corrected. */
function reasonOf(before: Facts, after: Facts, id: number): InputReason {
  const [old, now] = [before.recordIds?.[id] ?? [], after.recordIds?.[id] ?? []];
  // Only the newest records of a large window are known, so an added record may have displaced another.
  if (now.some((each) => !old.includes(each)) && sizeOf(after, id) >= sizeOf(before, id)) return 'late_record';
  return old.some((each) => !now.includes(each)) ? 'deleted_record' : 'corrected_record';
}

function totalsReason(before: { readonly rows: number }, after: { readonly rows: number }): InputReason {
  if (after.rows === before.rows) return 'corrected_record';
  return after.rows > before.rows ? 'late_record' : 'deleted_record';
}

const quotesOf = ({ rates }: Facts): unknown => rates && [...rates.quotes, ...(rates.provided?.quotes ?? [])];

/** Returns what an evaluation would read differently today: one entry for each window, aggregate, lookup and rate table. */
export function inputDifferences(before: Facts, after: Facts): readonly InputDifference[] {
  const found: InputDifference[] = [];
  for (const id of Object.keys(after.windows).map(Number)) {
    if (isSame(before.windows[id], after.windows[id])) continue;
    const [original, replayed] = [{ records: sizeOf(before, id) }, { records: sizeOf(after, id) }];
    found.push({ path: `inputs.facts.windows.${id}`, original, replayed, because: reasonOf(before, after, id) });
  }
  for (const [id, replayed] of Object.entries(after.totals ?? {})) {
    const original = before.totals?.[id];
    if (!original || isSame(original, replayed)) continue;
    found.push({ path: `inputs.facts.totals.${id}`, original, replayed, because: totalsReason(original, replayed) });
  }
  for (const [read, replayed] of Object.entries(after.reads ?? {})) {
    const original = before.reads?.[read];
    if (isSame(original, replayed)) continue;
    found.push({
      path: `inputs.facts.reads[${JSON.stringify(read)}]`,
      original,
      replayed,
      because: 'corrected_record',
    });
  }
  const [original, replayed] = [quotesOf(before), quotesOf(after)];
  if (!isSame(original, replayed))
    found.push({ path: 'inputs.facts.rates', original, replayed, because: 'rate_loaded' });
  return found;
}
