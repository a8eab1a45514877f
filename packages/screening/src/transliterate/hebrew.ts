import { replaceLetters, wordTable } from './word-table.js';

const names = wordTable(
  'benjamin=בנימין netanyahu=נתניהו moshe=משה yitzhak=יצחק yosef=יוסף david=דוד,דויד shlomo=שלמה avraham=אברהם yaakov=יעקב',
  'cohen=כהן levi=לוי israel=ישראל sarah=שרה rachel=רחל miriam=מרים yehuda=יהודה daniel=דניאל michael=מיכאל shimon=שמעון',
  'ben=בן bar=בר hanna=חנה esther=אסתר eliyahu=אליהו haim=חיים mordechai=מרדכי menachem=מנחם ariel=אריאל ehud=אהוד',
);

const letters: Readonly<Record<string, string>> = {
  ...{
    א: 'a',
    ב: 'b',
    ג: 'g',
    ד: 'd',
    ה: 'h',
    ו: 'v',
    ז: 'z',
    ח: 'h',
    ט: 't',
    י: 'i',
    כ: 'k',
    ך: 'kh',
    ל: 'l',
    מ: 'm',
  },
  ...{ ם: 'm', נ: 'n', ן: 'n', ס: 's', ע: '', פ: 'p', ף: 'f', צ: 'tz', ץ: 'tz', ק: 'k', ר: 'r', ש: 'sh', ת: 't' },
  ...{ '׳': '', '״': '', "'": '', '"': '' },
};

export const readHebrew = (word: string): string => names.get(word) ?? replaceLetters(word, letters);
