import anyAscii from 'any-ascii';
import { readArabic } from './arabic.js';
import { readHebrew } from './hebrew.js';
import { readKorean } from './korean.js';
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

/** Legal forms in scripts whose letters or syllables would be read one by one. If translations use two kinds, both are named. */
const nativeForms: readonly (readonly [RegExp, string])[] = [
  [/股份有限公司/gu, 'co ltd joint stock company'],
  [/(?:有限责任公司|有限責任公司|有限公司|유한회사|有限会社)/gu, 'co ltd'],
  [/(?:株式会社|株式會社|\(株\)|주식회사|\(주\))/gu, 'co ltd kabushiki kaisha'],
  [/合同会社/gu, 'limited liability company'],
  [/集[团團]/gu, 'group'],
  [/公司/gu, 'company'],
  [/בע["״]?מ(?!\p{L})/gu, 'company limited'],
  [/(?<!\p{L})(?:შპს|ՍՊԸ)(?!\p{L})/gu, 'limited liability company'],
  [/บริษัท/gu, 'company'],
  [/\(มหาชน\)/gu, ''],
  [new RegExp('จำกัด'.normalize('NFKC'), 'gu'), 'limited'],
];

/** Expects a text in the normal form NFKC. */
const readNativeForms = (text: string): string =>
  nativeForms.reduce((read, [form, latin]) => read.replace(form, ` ${latin} `), text);

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
