import { foldText } from '@tamis/stdx';
import anyAscii from 'any-ascii';

import { gluedForms, legalFormAt } from './legal-forms.js';
import { canonicalWord } from './canonical-word.js';
import { divideCompounds, divideTitles } from './compounds.js';
import { visibleText } from './visible-text.js';
import { honorifics, isParticle, wordWeight } from './weak-words.js';

export interface NameWord {
  readonly text: string;
  /** Above 0, at most 1: how much it says about who is meant. */
  readonly weight: number;
}

/** A name, parsed for comparison: folded, in Latin letters, without legal form and honorifics. */
export interface ParsedName {
  readonly words: readonly NameWord[];
  /** Kinds of the legal forms that it contained: `limited`, `stock` … */
  readonly legalForms: readonly string[];
}

/** Longer ones are truncated: a text of a thousand words is not a name. */
const maxWords = 24;

/** Minimum weight of a word that a name may contain twice. */
const repeatedWeight = 0.8;

const ascii = /^\p{ASCII}*$/u;
const singleLetters = /(?<![\p{L}\p{N}])(?:\p{L}[.]\s?)+(?:\p{L}(?![\p{L}\p{N}]))?/gu;
/** `I v a n`: a name with separated letters rather than somebody's initials. */
const lettersApart =
  /(?<![\p{L}\p{N}])(?:[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\s){3,}\p{L}(?![\p{L}\p{N}])/gu;
/** `SergeiLavrov`, `SiemensAG`, but not `McDonald`. */
const gluedWords = /(?<=\p{Ll}{3})(?=\p{Lu})/gu;
const withinWords = /[.'’‘`´"]/gu;
const betweenWords = /[^a-z0-9]+/u;

const consonants = '(?:[bcdfghjklmnpqrstwyz]|ch|sh|zh|kk|tt|pp|ss|jj)?[wy]?';
const vowels = '(?:[aeiou]|a[eio]|e[eiou]|i[aeou]|o[eiou]|u[aeio]|iao|uai)';
const ends = '(?:ng|[nmklpt])?';
/** Syllables of Korean and Chinese names in Latin letters: `kwang`, `hui`, `xiao`. */
const syllable = `(?=[a-z]{2})${consonants}${vowels}${ends}`;
const syllablePairs = new RegExp(`(?<![a-z0-9-])(${syllable})-(${syllable})(?![a-z0-9-])`, 'gu');

/**
 * Joins the two syllables of a given name, so that an error in one of them is an error in a word: `Kum-hui` becomes `Kumhui`. Expects lower
 * case. Other words with a hyphen remain two, because either may be left out.
 */
function joinSyllables(text: string): string {
  if (!text.includes('-')) return text;
  return text.replace(syllablePairs, (both, one: string, other: string) =>
    isParticle(one) || isParticle(other) ? both : one + other,
  );
}

/** `az-Zarqawi` is how `al-Zarqawi` sounds. */
const soundedArticle = /(?<![a-z0-9])[ae](dh?|j|n|r|sh?|th?|z)-(?=\1)/gu;

/** Returns lower-case Latin letters and digits as words. `S.A.` is one word, `A. Khamenei` two. */
export function tokenizeName(name: string): readonly string[] {
  const text = visibleText(name).normalize('NFKC');
  // Several letters with full stops are one abbreviation. A single one remains an initial.
  const together = text.replace(lettersApart, (letters) => letters.replace(/\s/gu, ''));
  const joined = together.replace(singleLetters, (letters) => ` ${letters.replace(/[.\s]/gu, '')} `);
  const folded = foldText(joined.replace(gluedWords, ' ').replace(/&/gu, ' and ').replace(withinWords, ''));
  const latin = ascii.test(folded) ? folded : anyAscii(folded).toLowerCase().replace(withinWords, '');
  return joinSyllables(latin.replace(soundedArticle, 'al-'))
    .split(betweenWords)
    .filter((word) => word !== '');
}

/** How a name is parsed. */
export interface ParsingOptions {
  /** Whether nothing is read as a legal form: `Ong`, `Mei` and `Pao` are names of people as well. */
  readonly ofPerson?: boolean;
  /** What is divided in Arabic names: those of two parts, and titles from names as well. */
  readonly divided?: 'compounds' | 'titles';
}

export function parseName(name: string, { ofPerson = false, divided }: ParsingOptions = {}): ParsedName {
  const tokens = tokenizeName(name);
  const untitled = divided === 'titles' ? divideTitles(tokens) : tokens;
  const all = (divided ? divideCompounds(untitled) : untitled).slice(0, maxWords).map(lettersForDigits);
  const { kept, legalForms } = ofPerson ? { kept: all, legalForms: [] } : withoutLegalForms(all);
  const named = kept.filter((word) => !honorifics.has(word));
  const words = (named.length === 0 ? kept : named).map(canonicalWord);
  return { words: withoutRepeats(words.map((text) => ({ text, weight: wordWeight(text) }))), legalForms };
}

/** Names may contain a word twice, such as `Abdullah Abdullah`. Words that hardly distinguish names count once. */
function withoutRepeats(words: readonly NameWord[]): readonly NameWord[] {
  const counts = new Map<string, number>();
  return words.filter(({ text, weight }) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count <= (weight >= repeatedWeight ? 2 : 1);
  });
}

function withoutLegalForms(words: readonly string[]): { kept: readonly string[]; legalForms: readonly string[] } {
  const kept: string[] = [];
  const legalForms: string[] = [];
  for (let at = 0; at < words.length;) {
    const form = legalFormAt(words, at);
    // Within a name, a form may also be one of its words: `Casa SA Norte`.
    if (
      form &&
      (at === 0 || at + form.words === words.length || form.words > 1 || legalFormAt(words, at + form.words))
    ) {
      legalForms.push(form.kind);
      at += form.words;
      continue;
    }
    kept.push(words[at]!);
    at += 1;
  }
  // A name that consists only of legal forms is kept unchanged.
  if (kept.length === 0) return { kept: words, legalForms: [] };
  return withoutGluedForm(kept, legalForms);
}

function withoutGluedForm(kept: string[], legalForms: string[]): { kept: string[]; legalForms: string[] } {
  const last = kept.at(-1)!;
  const glued = gluedForms.find((form) => last.length > form.length + 2 && last.endsWith(form));
  if (glued === undefined) return { kept, legalForms };
  const form = legalFormAt([glued], 0);
  return {
    kept: [...kept.slice(0, -1), last.slice(0, -glued.length)],
    legalForms: form ? [...legalForms, form.kind] : legalForms,
  };
}

const looksLike: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', 9: 'g' };

/** `Ig0r` is `Igor`: digits within letters stand for the letters that they resemble. */
function lettersForDigits(word: string): string {
  if (!/^[a-z]+[0-9][a-z]+$/u.test(word)) return word;
  return word.replace(/[0-9]/gu, (digit) => looksLike[digit] ?? digit);
}
