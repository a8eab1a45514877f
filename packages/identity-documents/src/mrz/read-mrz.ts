import { checkDigitOf } from './check-digit.js';
import { type CheckPlace, layouts, type MrzField, type MrzFormat, type MrzLayout, type Span } from './layouts.js';
import { isPartOfDate } from './zone-date.js';

/** A problem of a zone. Lines and columns are counted from 1. */
export interface MrzProblem {
  readonly field: MrzField | 'composite' | 'lines';
  readonly line: number;
  readonly column?: number;
  /** Number of affected characters from `column`. */
  readonly length?: number;
  readonly message: string;
  /** Whether a check digit covers the field, so that a correct reading can be recognised. */
  readonly isWeighted: boolean;
}

/** Texts without fillers. Dates are as printed, `YYMMDD` or a part of it. */
export type MrzTexts = Partial<Readonly<Record<MrzField, string>>>;

export interface MrzReading {
  readonly format: MrzFormat | null;
  readonly fields: MrzTexts;
  readonly problems: readonly MrzProblem[];
}

/** Normalizes typed or pasted lines: upper case and without spaces. */
export const tidyLines = (lines: readonly string[]): readonly string[] =>
  lines.map((line) => line.replaceAll(/\s+/gu, '').toUpperCase());

const foreign = /[^A-Z0-9<]/u;
/** No zone has longer lines or more of them. */
const mostCharacters = 44;
const mostLines = 3;

/** Parses the lines of a machine-readable zone and verifies each check digit, including the composite one. */
export function readMrz(typed: readonly string[]): MrzReading {
  const unreadable = (problem: MrzProblem): MrzReading => ({ format: null, fields: {}, problems: [problem] });
  if (typed.length === 0 || typed.length > mostLines)
    return unreadable(formProblem(1, `A zone has one to three lines, not ${typed.length}`));
  const lines = tidyLines(typed);
  for (const [index, line] of lines.entries()) {
    if (line.length > mostCharacters)
      return unreadable(formProblem(index + 1, `Line ${index + 1} has more than ${mostCharacters} characters`));
    const wrong = foreign.exec(line);
    if (wrong)
      return unreadable({
        ...formProblem(index + 1, `Line ${index + 1} can only have the letters A to Z, digits and <`),
        ...{ column: wrong.index + 1, length: 1 },
      });
  }
  const layout = layoutOf(lines);
  if ('message' in layout) return unreadable(layout);
  const problems: MrzProblem[] = [];
  const fields = readFields(lines, layout, problems);
  judgeDigits(lines, layout, problems);
  return { format: layout.format, fields, problems };
}

/** Returns the text at a position in normalized lines. */
const textAt = (lines: readonly string[], { line, from, to }: Span): string => lines[line - 1]!.slice(from - 1, to);

const formProblem = (line: number, message: string): MrzProblem => ({
  ...{ field: 'lines', line, message },
  isWeighted: false,
});

/** Returns the line that contains the document code. */
const codeLine = (lines: readonly string[]): string => (lines[0]!.length === 9 ? (lines[1] ?? '') : lines[0]!);

function layoutOf(lines: readonly string[]): MrzLayout | MrzProblem {
  const fitting = layouts.filter(
    ({ lengths }) =>
      lengths.length === lines.length && lengths.every((length, index) => lines[index]!.length === length),
  );
  if (fitting.length === 0) return lengthProblem(lines);
  const layout = fitting.find(({ code }) => code.test(codeLine(lines)));
  if (layout) return layout;
  const code = codeLine(lines).slice(0, 2);
  return {
    ...{ field: 'documentCode', line: 1, column: 1, length: 2 },
    message: `The zone starts with ${code}, which is not a document of this form: passports start with P, visas with V, cards with A, C or I`,
    isWeighted: false,
  };
}

function lengthProblem(lines: readonly string[]): MrzProblem {
  const rivals = layouts.filter(({ lengths }) => lengths.length === lines.length);
  const wanted = [...new Set(rivals.map(({ lengths }) => lengths[lengths.length - 1]!))].sort((a, b) => a - b);
  // The line that does not match any layout, or whose length differs from the others.
  const index = Math.max(
    0,
    lines.findIndex((line, at) => !rivals.some(({ lengths }) => lengths[at] === line.length)),
  );
  const line = lines[index]!;
  return formProblem(
    index + 1,
    `Line ${index + 1} has ${line.length} characters; each line has ${wanted.join(' or ')}, including the < at its end`,
  );
}

function readFields(lines: readonly string[], layout: MrzLayout, problems: MrzProblem[]): MrzTexts {
  const fields: Partial<Record<MrzField, string>> = {};
  for (const place of layout.fields) {
    const text = textAt(lines, place);
    const reason = wrongForm(text, place.form);
    if (reason !== null) {
      const { field, line, from, to } = place;
      problems.push({
        ...{ field, line, column: from, length: to - from + 1 },
        message: `${text} is no ${reason}`,
        isWeighted: layout.checks.some((check) => check.field === field),
      });
    }
    if (place.form === 'names') Object.assign(fields, splitNames(text));
    else fields[place.field] = place.form === 'date' ? text : withoutFillers(text);
  }
  const number = layout.checks.find(({ field }) => field === 'documentNumber');
  const tail = number && continuationOf(lines, number);
  if (tail) {
    fields.documentNumber = `${fields.documentNumber}${tail.text}`;
    fields.optional = withoutFillers(textAt(lines, number.continued!).slice(tail.text.length + 1));
  }
  return fields;
}

const withoutFillers = (text: string): string => text.replaceAll('<', ' ').replaceAll(/ +/gu, ' ').trim();

function splitNames(text: string): { lastName: string; firstName: string } {
  const end = text.indexOf('<<');
  if (end === -1) return { lastName: withoutFillers(text), firstName: '' };
  return { lastName: withoutFillers(text.slice(0, end)), firstName: withoutFillers(text.slice(end)) };
}

const letters = /^[A-Z<]+$/u;
const state = /^(?:[A-Z]{3}|[A-Z]{2}<|[A-Z]<<)$/u;

/** Returns the expected form that a text does not have, or `null` if it does. */
function wrongForm(text: string, form: MrzLayout['fields'][number]['form']): string | null {
  switch (form) {
    case 'code':
      return /^[A-Z][A-Z0-9<]$/u.test(text) ? null : 'document code';
    case 'state':
      return state.test(text) ? null : 'country code';
    case 'date':
      return isPartOfDate(text) ? null : 'date as YYMMDD';
    case 'month':
      return isPartOfDate(`${text}<<`) ? null : 'month as YYMM';
    case 'number':
      return /^\d+$/u.test(text) ? null : 'number of digits';
    case 'sex':
      return /^[MF<]$/u.test(text) ? null : 'M, F or <';
    case 'names':
    case 'surname':
      return letters.test(text) && !text.startsWith('<')
        ? null
        : 'name: it must have only letters and <, starting with a letter';
    default:
      return null;
  }
}

/** Returns the end of a number that continues in the optional data, and the check digit after it (9303-5, note j; 9303-6, note j). */
function continuationOf(lines: readonly string[], check: CheckPlace): { text: string; digit: string } | null {
  if (!check.continued || textAt(lines, check.digit) !== '<') return null;
  const optional = textAt(lines, check.continued);
  const end = optional.indexOf('<');
  if (end < 2) return null;
  return { text: optional.slice(0, end - 1), digit: optional.charAt(end - 1) };
}

function judgeDigits(lines: readonly string[], layout: MrzLayout, problems: MrzProblem[]): void {
  const found = new Set<string>(problems.filter(({ isWeighted }) => isWeighted).map(({ field }) => field));
  for (const check of layout.checks) {
    // A single wrong character invalidates this digit too, so it is only informative if the others are correct.
    if (check.field === 'composite' && found.size > 0) continue;
    if (found.has(check.field) || isRightDigit(lines, check)) continue;
    found.add(check.field);
    const { line, from, to } = check.over[0]!;
    problems.push({
      field: check.field,
      line: check.field === 'composite' ? check.digit.line : line,
      column: check.field === 'composite' ? check.digit.from : from,
      length: check.field === 'composite' ? 1 : to - from + 1,
      message:
        check.field === 'composite'
          ? `The last check digit, over the whole zone, is not ${textAt(lines, check.digit)}`
          : `The check digit ${textAt(lines, check.digit)} does not match ${textAt(lines, check.over[0]!)}`,
      isWeighted: true,
    });
  }
}

function isRightDigit(lines: readonly string[], check: CheckPlace): boolean {
  const text = check.over.map((span) => textAt(lines, span)).join('');
  const digit = textAt(lines, check.digit);
  if (check.isOptional && digit === '<') return /^<+$/u.test(text);
  const tail = continuationOf(lines, check);
  if (tail === null) return checkDigitOf(text) === digit;
  // The standard does not define whether the filler between the parts counts, and both variants are printed.
  return [`${text}${tail.text}`, `${text}<${tail.text}`].some((whole) => checkDigitOf(whole) === tail.digit);
}
