import { type FieldForm, layouts, type Span } from './layouts.js';
import { readMrz, tidyLines } from './read-mrz.js';

const digits: Readonly<Record<string, string>> = { O: '0', I: '1', B: '8', S: '5', Z: '2', G: '6' };
const letters: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '8': 'B', '5': 'S', '2': 'Z', '6': 'G' };

/** Characters of fields that allow only digits or only letters. A document number may contain both. */
const alone: Partial<Record<FieldForm, Readonly<Record<string, string>>>> = {
  ...{ date: digits, month: digits, number: digits, names: letters, surname: letters, state: letters },
};

/**
 * Returns the lines with letters replaced by digits that look alike, and vice versa, where only the other kind is allowed. `null` if this
 * does not make everything valid. It is only a suggestion to the person who has the document.
 */
export function suggestLines(typed: readonly string[]): readonly string[] | null {
  const { format, problems } = readMrz(typed);
  const layout = layouts.find((each) => each.format === format);
  if (layout === undefined || problems.length === 0) return null;
  const changed = tidyLines(typed).map((line) => [...line]);
  let changes = 0;
  const exchange = ({ line, from, to }: Span, by: Readonly<Record<string, string>>): void => {
    const characters = changed[line - 1]!;
    for (let at = from - 1; at < to; at += 1) {
      const other = by[characters[at]!];
      if (other === undefined) continue;
      characters[at] = other;
      changes += 1;
    }
  };
  for (const place of layout.fields) {
    const by = alone[place.form];
    if (by) exchange(place, by);
  }
  for (const { digit } of layout.checks) exchange(digit, digits);
  const lines = changed.map((characters) => characters.join(''));
  return changes > 0 && readMrz(lines).problems.length === 0 ? lines : null;
}
