import { type ChangeSpec, EditorSelection } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { colours } from './colours.js';

/** Digits with an optional fraction: `10_000`, `0.85`. Units such as `USD` or `d` are not part of it, and a day is no number. */
const digits = /^\d[\d_]*(?:\.\d+)?(?![\d-])/;

export interface FoundNumber {
  readonly from: number;
  readonly written: string;
}

/** Returns the number at the cursor. Only what the language service marked as one counts: not `1` in `large_1d` or in a text. */
export function numberAt({ state }: EditorView): FoundNumber | null {
  const { head } = state.selection.main;
  let found: FoundNumber | null = null;
  state.field(colours).between(head, head, (from, to, mark) => {
    if ((mark.spec as { readonly class?: string }).class !== 'rule-number') return;
    const match = digits.exec(state.sliceDoc(from, to));
    if (match) found = { from, written: match[0] };
  });
  return found;
}

/** Groups of three digits, as in `10_000`. */
const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, '_');

/** Returns a written number in units of its last decimal. */
const unitsOf = (written: string): bigint => BigInt(written.replace(/[_.]/g, ''));

const decimalsOf = (written: string): number => written.split('.')[1]?.length ?? 0;

/** Writes a number of units with the decimals and the grouping of another number. */
function writeLike(written: string, units: bigint): string {
  const decimals = decimalsOf(written);
  const all = units.toString().padStart(decimals + 1, '0');
  const at = all.length - decimals;
  const shown = written.includes('_') ? grouped(all.slice(0, at)) : all.slice(0, at);
  return decimals === 0 ? shown : `${shown}.${all.slice(at)}`;
}

/** Returns the number after some steps of its last written digit, with as many decimals. It does not become negative. */
export function stepped(written: string, steps: number): string {
  const units = unitsOf(written) + BigInt(steps);
  return writeLike(written, units < 0n ? 0n : units);
}

/** Returns a range of about half to double a number, in steps that reach the number and both ends. */
export function rangeAround(written: string): { readonly from: string; readonly to: string; readonly step: string } {
  const units = unitsOf(written);
  let step = 1n;
  while (units % (step * 10n) === 0n && step * 100n <= units) step *= 10n;
  const from = (units / 2n / step) * step;
  const to = units === 0n ? 10n * step : units * 2n;
  return { from: writeLike(written, from), to: writeLike(written, to), step: writeLike(written, step) };
}

/** Changes the number at the cursor; elsewhere, the key keeps its usual meaning. */
export const stepNumber =
  (steps: number): Command =>
  (view) => {
    const found = view.state.readOnly ? null : numberAt(view);
    if (!found) return false;
    const { from, written } = found;
    const insert = stepped(written, steps);
    const changes: ChangeSpec = { from, to: from + written.length, insert };
    const selection = EditorSelection.cursor(from + insert.length);
    view.dispatch({ changes, selection, scrollIntoView: true, userEvent: 'input' });
    return true;
  };
