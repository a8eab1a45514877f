import type { PatternProblem } from '@tamis/lang';
import { RE2JSSyntaxException } from 're2js';
import { patternLimits } from '../limits.js';
import { patternSize } from './compile-pattern.js';

interface Unsupported {
  readonly found: RegExp;
  readonly what: string;
  readonly help: string;
}

/** Features of other dialects that are impossible in linear time. Searched only in rejected patterns. */
const unsupported: readonly Unsupported[] = [
  { found: /\(\?<?[=!]/u, what: 'look-around', help: 'write two conditions joined with `and`, one of them negated' },
  { found: /\\[1-9]|\\k<|\(\?P=/u, what: 'a back-reference', help: 'write out what may stand there' },
  { found: /\(\?>/u, what: 'an atomic group', help: 'write `(?:…)`: matching never backtracks anyway' },
  { found: /(?<!\\)[*+?}]\+/u, what: 'a possessive repetition', help: 'leave the second sign out' },
];

const codePointsBefore = (pattern: string, index: number): number => [...pattern.slice(0, index)].length;

function rangeOf(pattern: string, index: number, part: string): readonly [number, number] {
  const start = codePointsBefore(pattern, index);
  return [start, start + [...part].length];
}

/** Masks escaped characters, which have no special meaning. Comments and quoted parts are not considered. */
const withoutEscapes = (pattern: string): string => pattern.replace(/\\[^1-9k]/gu, (pair) => '_'.repeat(pair.length));

/** Whether it is a repetition such as `{5,2}`, which is not too large but invalid. */
function isReversed(repetition: string): boolean {
  const [, least = '0', most = '0'] = /^\{(\d+),(\d+)\}$/u.exec(repetition) ?? [];
  return Number(least) > Number(most);
}

function toPatternProblem(pattern: string, error: RE2JSSyntaxException): PatternProblem {
  const plain = withoutEscapes(pattern);
  for (const { found, what, help } of unsupported) {
    const match = found.exec(plain);
    if (match)
      return {
        code: 'E0601',
        message: `${what} is not supported`,
        help,
        range: rangeOf(pattern, match.index, match[0]),
      };
  }
  const reason = error.error;
  const part = typeof error.input === 'string' ? error.input : '';
  if (/repeat count|repetition size|too large/u.test(reason) && !isReversed(part))
    return {
      code: 'E0602',
      message: `\`${part}\` repeats too often`,
      help: 'repeat at most 1000 times, nested repetitions multiplied',
    };
  const index = part === '' ? -1 : pattern.indexOf(part);
  return {
    code: 'E0601',
    message: `the pattern cannot be read: ${reason}`,
    ...(index < 0 ? {} : { range: rangeOf(pattern, index, part) }),
  };
}

/** Returns what is wrong with a pattern, or `null` if it can be matched in time linear in the text. */
export function patternProblem(pattern: string): PatternProblem | null {
  const length = [...pattern].length;
  if (length > patternLimits.codePoints)
    return {
      code: 'E0907',
      message: `a pattern has at most ${String(patternLimits.codePoints)} characters, this one ${String(length)}`,
    };
  let size: number;
  try {
    size = patternSize(pattern);
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) return toPatternProblem(pattern, error);
    return { code: 'E0602', message: 'the pattern is too complex' };
  }
  return size <= patternLimits.instructions
    ? null
    : {
        code: 'E0602',
        message: `the pattern needs ${String(size)} steps, and ${String(patternLimits.instructions)} are allowed`,
        help: 'repeat less, or split it into several conditions',
      };
}
