import anyAscii from 'any-ascii';
import { readArabic } from './arabic.js';
import { readHebrew } from './hebrew.js';
import { readKorean } from './korean.js';
import { readNativeForms } from './native-forms.js';
import { withoutMarks } from './word-table.js';

const otherScript = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;

/** Returns whether a text contains characters of a script other than Latin. */
export const isForeignScript = (text: string): boolean => otherScript.test(text);

const arabic = /\p{Script=Arabic}+/gu;
const hebrew = /[\p{Script=Hebrew}'"׳״]*\p{Script=Hebrew}[\p{Script=Hebrew}'"׳״]*/gu;
const greek = /\p{Script=Greek}+/gu;
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;
const hangul = /\p{Script=Hangul}+/gu;
/** Each character is one syllable of a name, whose words are written together in some lists and apart in others. */
const han = /\p{Script=Han}/gu;

/**
 * Transliterates the words of a name whose script does not spell out their sound, as lists write them in Latin. The remaining scripts
 * (Cyrillic, kana, Georgian and others) are transliterated character by character when names are parsed.
 */
export function toLatin(text: string): string {
  if (!isForeignScript(text)) return text;
  return withoutMarks(readNativeForms(text.normalize('NFKC')))
    .replace(arabic, (word) => readArabic(word))
    .replace(hebrew, (word) => readHebrew(word))
    .replace(greek, (word) => readGreek(word))
    .replace(kana, (word) => readKana(word))
    .replace(hangul, (word) => readKorean(word))
    .replace(han, ' $& ');
}

/** Shortens long vowels as passports do: `Goto Taro` for what is transliterated as `gotou tarou`. */
const readKana = (word: string): string => anyAscii(word).toLowerCase().replace(/o[uo]/gu, 'o').replace(/u+/gu, 'u');

/** Combinations of letters that form one sound, as passports write them. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/ου/gu, 'ou'],
  [/(?:^μπ|μπ$)/gu, 'b'],
  [/μπ/gu, 'mp'],
  [/^ντ/gu, 'd'],
  [/γγ/gu, 'ng'],
  [/^γκ/gu, 'g'],
  [/γξ/gu, 'nx'],
  [/γχ/gu, 'nch'],
  [/(?<=[αεη])υ(?=[θκξπσςτφχψ]|$)/gu, 'f'],
  [/(?<=[αεη])υ/gu, 'v'],
  [/χ/gu, 'ch'],
];

/** No Greek letter may remain: in a word of two scripts, it would be read as the Latin letter that it looks like. */
function readGreek(word: string): string {
  let latin = word.toLowerCase();
  for (const [letters, sound] of sounds) latin = latin.replace(letters, sound);
  return anyAscii(latin);
}
