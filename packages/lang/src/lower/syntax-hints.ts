import type { IToken } from '@tamis/grammar';
import { endOfToken } from './lower-context.js';
import type { Bracket } from './token-context.js';

/** A token that does not fit, with its surroundings. */
export interface UnexpectedToken {
  readonly tokens: readonly IToken[];
  readonly found: IToken | undefined;
  readonly previous: IToken | undefined;
  readonly bracket: Bracket | null;
  /** Name of the only token that could have followed; `null` if there were several. */
  readonly expected: string | null;
}

/** Predicates that follow `is` and are often written without it. */
const predicates: ReadonlySet<string> = new Set([
  'Missing',
  'Present',
  'Empty',
  'Similar',
  'Multiple',
  'Within',
  'Before',
  'After',
]);

/** Recognizes habits from other languages and spreadsheets. */
export function foreignSyntaxHint({ found, previous, bracket, tokens }: UnexpectedToken): string | null {
  if (!found) return null;
  if (/^(else|elseif|elif)$/i.test(found.image)) return 'write a second rule with the opposite condition';
  if (predicates.has(found.tokenType.name)) return `write \`is ${found.image}\``;
  const isInLength = found.image === '.' && tokens[tokens.indexOf(found) - 2]?.tokenType.name === 'Last';
  if (isInLength) return 'write a length of time after `last`, such as `24h`, or the name of a constant or parameter';
  if (found.image !== ',') return null;
  if (previous && /^\d{1,3}$/.test(previous.image)) return 'thousands are separated by `_`, as in `1_000`';
  const isAfterIn = bracket && tokens[tokens.indexOf(bracket.token) - 1]?.tokenType.name === 'In';
  return isAfterIn ? 'write a list of values in square brackets: `["a", "b"]`' : null;
}

/** `set status to "blocked"`, `rule big-payment`: the token resembles the missing name. */
export function misspelledNameHint({ found, previous, expected }: UnexpectedToken): string | null {
  if (!found || !previous) return null;
  if (previous.tokenType.name === 'Alert' && found.tokenType.name === 'Text')
    return `write the priority first: \`alert HIGH ${found.image}\``;
  if (/^"[\d_]+(\.\d+)?"$/.test(found.image)) return `write \`${found.image.slice(1, -1)}\` without the quotes`;
  if (previous.tokenType.name === 'Case') return `write the priority first: \`open case HIGH ${found.image}\``;
  if (expected === 'Name' && found.tokenType.name === 'Text' && /^"[A-Za-z_]\w*"$/.test(found.image))
    return `write \`${found.image.slice(1, -1)}\` without the quotes`;
  const isInside =
    found.image === '-' && found.startOffset === endOfToken(previous) && /^[A-Za-z_]/.test(previous.image);
  return isInside ? 'a name is made of letters, digits and `_`' : null;
}
