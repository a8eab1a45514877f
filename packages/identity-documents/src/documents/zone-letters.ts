/** ICAO 9303-3, section 6 A: letters that are not just transliterated by removing their mark, with the alternatives that states print. */
const latin: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Å: ['AA', 'A'],
  Æ: ['AE'],
  Ð: ['D'],
  Đ: ['D'],
  Ħ: ['H'],
  ı: ['I'],
  Ĳ: ['IJ'],
  ĸ: ['Q'],
  Ł: ['L'],
  Ŀ: ['L'],
  Ñ: ['N', 'NXX'],
  Ŋ: ['N'],
  Ö: ['OE', 'O'],
  Ø: ['OE'],
  Œ: ['OE'],
  ß: ['SS'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ŧ: ['T'],
  Ü: ['UE', 'UXX', 'U'],
};

/** Section 6 B. Serbian, Macedonian, Belarusian, Ukrainian and Bulgarian transliterate some of them differently. */
const cyrillic: Readonly<Record<string, readonly string[]>> = {
  ...{
    А: ['A'],
    Б: ['B'],
    В: ['V'],
    Г: ['G', 'H'],
    Д: ['D'],
    Е: ['E'],
    Ё: ['E'],
    Ж: ['ZH', 'Z'],
    З: ['Z'],
    И: ['I', 'Y'],
  },
  ...{ Й: ['I'], К: ['K'], Л: ['L'], М: ['M'], Н: ['N'], О: ['O'], П: ['P'], Р: ['R'], С: ['S'], Т: ['T'], У: ['U'] },
  ...{ Ф: ['F'], Х: ['KH', 'H'], Ц: ['TS', 'C'], Ч: ['CH', 'C'], Ш: ['SH', 'S'], Щ: ['SHCH', 'SHT'], Ъ: ['IE', 'A'] },
  ...{ Ы: ['Y'], Ь: [''], Э: ['E'], Ю: ['IU'], Я: ['IA'], І: ['I'], Ї: ['I'], Є: ['IE'], Ґ: ['G'], Ў: ['U'], Ј: ['J'] },
  ...{ Љ: ['LJ'], Њ: ['NJ'], Ћ: ['C'], Ђ: ['D'], Џ: ['DZ'], Ѓ: ['G'], Ќ: ['K'], Ѕ: ['DZ'] },
};

const printed: Readonly<Record<string, readonly string[]>> = { ...latin, ...cyrillic };
const mostWays = 3;
const marks = /\p{M}+/gu;

/** Returns a name as the machine-readable zone of a document prints it, in each form used by states, without duplicates. */
export function zoneLetters(name: string): readonly string[] {
  const capitals = name.normalize('NFC').toLocaleUpperCase('und');
  const ways = Array.from({ length: mostWays }, (_, way) => printedAs(capitals, way));
  return [...new Set(ways)];
}

function printedAs(capitals: string, way: number): string {
  let text = '';
  for (const letter of capitals) {
    const ways = printed[letter];
    text += ways ? ways[Math.min(way, ways.length - 1)]! : letter.normalize('NFD').replace(marks, '');
  }
  return text;
}
