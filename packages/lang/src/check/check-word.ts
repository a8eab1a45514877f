import type { Word } from '../ast/word.js';
import type { VocabularyKind } from '../catalogue/catalogue.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import type { RuleContext } from './rule-context.js';

/** Checks that a word is one of those allowed at its position (E0213). `what` describes the position, such as `severity`. */
export function checkWord(
  word: Word,
  what: string,
  allowed: readonly string[],
  rule: Pick<RuleContext, 'findings'>,
): boolean {
  if (allowed.includes(word.text)) return true;
  const sameLetters = allowed.find((each) => each.toLowerCase() === word.text.toLowerCase());
  const closest = sameLetters ?? didYouMean(word.text, allowed)[0];
  rule.findings.add(e0213, word, {
    message: `\`${word.text}\` is not a ${what}`,
    help: closest === undefined ? `write one of ${allowed.join(', ')}` : `did you mean \`${closest}\`?`,
    ...(closest === undefined ? {} : rule.findings.replacementFix(word, closest)),
  });
  return false;
}

export const checkPlacedWord = (
  word: Word,
  what: string,
  place: VocabularyKind,
  rule: Pick<RuleContext, 'catalogue' | 'findings'>,
): boolean => checkWord(word, what, rule.catalogue.words(place), rule);
