import { doubleMetaphone } from 'double-metaphone';
import { foldText } from '../texts/fold-text.js';
import { accentedNameTokens } from '../texts/name-tokens.js';
import { portuguese, spanish, type SpellingRule } from './spelling-rules.js';

/** The ways in which a word is read: unchanged, as Portuguese, as Spanish. */
const readings: readonly (readonly SpellingRule[])[] = [[], portuguese, spanish];

/** The codes of the words of a name, by reading. */
type Sounds = readonly (readonly (readonly string[])[])[];

/** A word without a sound (digits, other scripts) is its own code. */
function codesOf(word: string): readonly string[] {
  const codes = doubleMetaphone(foldText(word)).filter((code) => code !== '');
  return codes.length === 0 ? [foldText(word)] : codes;
}

const soundsOf = (words: readonly string[]): Sounds =>
  readings.map((rules) =>
    words.map((word) => codesOf(rules.reduce((text, [written, sounds]) => text.replace(written, sounds), word))),
  );

/** Whether every word has, in some reading, a code of a word of the other name in that reading. */
function allCodesIn(words: Sounds, others: Sounds): boolean {
  const heard = others.map((codes) => new Set(codes.flat()));
  const [first = []] = words;
  return first.every((_, index) =>
    words.some((codes, reading) => codes[index]?.some((code) => heard[reading]?.has(code) === true) === true),
  );
}

/**
 * Returns a test of whether every word of each name sounds like a word of the other, in any order. Nothing sounds like a name without
 * words. The fixed name is processed once, regardless of how many others are compared with it.
 */
export function soundsAs(name: string): (other: string) => boolean {
  const words = accentedNameTokens(name);
  if (words.length === 0) return () => false;
  const sounds = soundsOf(words);
  return (other) => {
    const otherWords = accentedNameTokens(other);
    if (otherWords.length === 0) return false;
    const otherSounds = soundsOf(otherWords);
    return allCodesIn(sounds, otherSounds) && allCodesIn(otherSounds, sounds);
  };
}
