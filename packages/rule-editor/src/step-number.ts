import { type ChangeSpec, EditorSelection } from '@codemirror/state';
import type { Command, EditorView } from '@codemirror/view';
import { colours } from './colours.js';

/** Digits with an optional fraction: `10_000`, `0.85`. Units such as `USD` or `d` are not part of it, and a day is no number. */
const digits = /^\d[\d_]*(?:\.\d+)?(?![\d-])/;

interface Found {
  readonly from: number;
  readonly written: string;
}

/** Returns the number at the cursor. Only what the language service marked as one counts: not `1` in `large_1d` or in a text. */
function numberAt({ state }: EditorView): Found | null {
  const { head } = state.selection.main;
  let found: Found | null = null;
  state.field(colours).between(head, head, (from, to, mark) => {
    if ((mark.spec as { readonly class?: string }).class !== 'rule-number') return;
    const match = digits.exec(state.sliceDoc(from, to));
    if (match) found = { from, written: match[0] };
  });
  return found;
}

/** Groups of three digits, as in `10_000`. */
const grouped = (whole: string): string => whole.replace(/\B(?=(\d{3})+$)/g, '_');

/** Returns the number after some steps of its last written digit, with as many decimals. It does not become negative. */
export function stepped(written: string, steps: number): string {
  const [whole = '', fraction = ''] = written.split('.');
  const units = BigInt(whole.replaceAll('_', '') + fraction) + BigInt(steps);
  const all = (units < 0n ? 0n : units).toString().padStart(fraction.length + 1, '0');
  const at = all.length - fraction.length;
  const shown = whole.includes('_') ? grouped(all.slice(0, at)) : all.slice(0, at);
  return fraction === '' ? shown : `${shown}.${all.slice(at)}`;
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
