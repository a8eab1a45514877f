import { maxSourceBytes, type LexProblem } from '@tamis/grammar';
import { e0101 } from '../diagnostics/codes/e0101.js';
import { e0102 } from '../diagnostics/codes/e0102.js';
import { e0103 } from '../diagnostics/codes/e0103.js';
import { e0107 } from '../diagnostics/codes/e0107.js';
import { e0108 } from '../diagnostics/codes/e0108.js';
import { e0901 } from '../diagnostics/codes/e0901.js';
import type { DiagnosticCode } from '../diagnostics/diagnostic-code.js';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import type { Diagnostic, Fix } from '../diagnostics/diagnostic.js';
import { optionalRange, type LowerContext } from './lower-context.js';

interface Finding {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly help?: string;
  /** Replacement for the text of the problem. */
  readonly replacement?: string;
}

/** Symbols used by authors who know other languages. */
const foreignSymbols: Readonly<Record<string, string>> = {
  '&&': 'and',
  '&': 'and',
  '||': 'or',
  '|': 'or',
  '!': 'not',
  '≠': '!=',
  '≤': '<=',
  '≥': '>=',
  '−': '-',
  '–': '-',
};

const currencySigns: ReadonlySet<string> = new Set(['$', '€', '£', '¥']);

const shown = (text: string): string => (text.length > 20 ? `${text.slice(0, 20)}…` : text);

function unexpectedCharacter({ text }: LexProblem): Finding {
  const meant = Object.hasOwn(foreignSymbols, text) ? foreignSymbols[text] : undefined;
  if (meant !== undefined)
    return { code: e0101, message: `\`${text}\` is not used here`, help: `write \`${meant}\``, replacement: meant };
  if (text === ';')
    return {
      code: e0101,
      message: '`;` is not used here',
      help: 'remove it: a clause ends where the next one starts',
      replacement: '',
    };
  if (currencySigns.has(text))
    return {
      code: e0101,
      message: `\`${text}\` is not used here`,
      help: 'write the currency after an amount, as its code: `500 USD`',
    };
  if (text === '~')
    return {
      code: e0101,
      message: '`~` is not used here',
      help: 'write `contains`, `starts with`, `matches`, or `is similar to … at 85%`',
    };
  if (text.startsWith('#'))
    return { code: e0101, message: '`#` is not used here', help: 'a comment starts with `//`', replacement: '//' };
  return { code: e0101, message: `\`${shown(text)}\` has no meaning here`, help: 'put text between double quotes' };
}

function malformedNumber({ text }: LexProblem): Finding {
  const message = `\`${shown(text)}\` is not a number`;
  if (/^[\d_]+(\.\d+)?e[+-]?\d*$/i.test(text))
    return { code: e0107, message, help: 'write the number without an exponent' };
  if (text === '000')
    return {
      code: e0107,
      message,
      help: 'thousands are separated by `_`, as in `1_000`; numbers do not start with `0`',
    };
  if (/^0[\d_]/.test(text)) {
    const replacement = text.replace(/^[0_]+(?=\d)/, '');
    return {
      code: e0107,
      message: `\`${shown(text)}\` starts with a zero`,
      help: `write \`${replacement}\``,
      replacement,
    };
  }
  if (text.includes('_'))
    return { code: e0107, message, help: 'a single `_` is allowed between two digits, as in `10_000`' };
  if (/^[\d.]+$/.test(text))
    return { code: e0107, message, help: 'an address or a version is a text: put it between double quotes' };
  return {
    code: e0107,
    message,
    help: 'units are `s m h d w mo y`, `km mi`, `%` and currency codes in capitals',
  };
}

const findings: Record<LexProblem['kind'], (problem: LexProblem) => Finding> = {
  forbiddenCharacter: ({ text }) => {
    const code = text.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return {
      code: e0108,
      message: `the character U+${code} is not allowed in a rule file`,
      ...(text === '\r' ? { help: 'write a line break', replacement: '\n' } : { help: 'remove it', replacement: '' }),
    };
  },
  unexpectedCharacter,
  foreignQuotes: ({ text }) => ({
    code: e0101,
    message: `${text.charAt(0)}…${text.charAt(text.length - 1)} does not quote text here`,
    help: 'put text between straight double quotes',
    replacement: `"${text.slice(1, -1)}"`,
  }),
  unclosedText: () => ({
    code: e0102,
    message: 'this text has no closing quote on its line',
    help: 'close it with `"`; a quote inside a text is `\\"`, a line break `\\n`',
  }),
  unclosedRawText: () => ({
    code: e0102,
    message: 'this pattern has no closing back-tick on its line',
    help: 'close it with a back-tick; a pattern cannot contain one',
  }),
  unclosedComment: () => ({ code: e0103, message: 'this comment is not closed', help: 'close it with `*/`' }),
  malformedNumber,
  malformedDate: ({ text }) => ({
    code: e0107,
    message: `\`${shown(text)}\` is not a date and time`,
    help: 'write the offset, as in `2026-12-01T10:00:00Z` or `2026-12-01T10:00-03:00`',
  }),
  sourceTooLarge: () => ({
    code: e0901,
    message: `this source has more than ${String(maxSourceBytes)} bytes`,
    help: 'split it into several files',
  }),
};

/** For an unclosed text, pattern or comment, only the opening is marked, since it may span a thousand lines. */
const markedEnd = ({ kind, start, end }: LexProblem): number =>
  kind === 'unclosedText' || kind === 'unclosedRawText' ? start + 1 : kind === 'unclosedComment' ? start + 2 : end;

/** Adds spaces around a word that replaces a sign, so that it does not merge with adjacent words: `!a` becomes `not a`. */
function apart(newText: string, { start, end }: LexProblem, { text }: LowerContext): string {
  if (!/^\w+$/.test(newText)) return newText;
  const [before, after] = [text.charAt(start - 1), text.charAt(end)];
  return `${/[\w"`\])}]/.test(before) ? ' ' : ''}${newText}${/[\w"`]/.test(after) ? ' ' : ''}`;
}

/** Recognizes `01/02/2026`, a date in another notation. Removing the zeros would turn it into a division. */
function slashedDay({ kind, start }: LexProblem, { text }: LowerContext): { start: number; end: number } | null {
  if (kind !== 'malformedNumber') return null;
  const from = Math.max(0, start - 6);
  for (const { 0: day, index } of text.slice(from, start + 10).matchAll(/(?<![\d/])\d{1,2}\/\d{1,2}\/\d{4}(?![\d/])/g))
    if (from + index <= start && start < from + index + day.length)
      return { start: from + index, end: from + index + day.length };
  return null;
}

/** Returns diagnostics for text that could not be split into tokens. A date with several malformed numbers is reported once. */
export function lexDiagnostics(problems: readonly LexProblem[], context: LowerContext): Diagnostic[] {
  const told: Diagnostic[] = [];
  let end = 0;
  for (const problem of problems) {
    const day = slashedDay(problem, context);
    if (day && day.start < end) continue;
    if (day) end = day.end;
    told.push(day ? dayDiagnostic(day, context) : lexDiagnostic(problem, context));
  }
  return told;
}

const dayDiagnostic = ({ start, end }: { start: number; end: number }, context: LowerContext): Diagnostic =>
  createDiagnostic(e0107, {
    message: `\`${context.text.slice(start, end)}\` is not a date`,
    help: 'write the year first: `2026-12-31`',
    ...optionalRange(context.rangeOf(start, end)),
  });

function lexDiagnostic(problem: LexProblem, context: LowerContext): Diagnostic {
  const { code, message, help, replacement } = findings[problem.kind](problem);
  const range = context.rangeOf(problem.start, markedEnd(problem));
  const fixes: Fix[] = [];
  // An invisible character cannot be quoted.
  const isInvisible = code === e0108;
  if (replacement !== undefined && range)
    fixes.push({
      title: isInvisible
        ? help!
        : replacement === ''
          ? `remove \`${shown(problem.text)}\``
          : `replace with \`${replacement}\``,
      safe: isInvisible || replacement !== '',
      edits: [{ range, newText: apart(replacement, problem, context) }],
    });
  return createDiagnostic(code, {
    message,
    ...(help !== undefined && { help }),
    ...optionalRange(range),
    ...(fixes.length > 0 && { fixes }),
  });
}
