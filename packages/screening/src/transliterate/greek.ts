/** Pairs of letters that are one sound, as passports write them; single letters are left to the reading of names. */
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

export function readGreek(word: string): string {
  let latin = word.toLowerCase();
  for (const [letters, sound] of sounds) latin = latin.replace(letters, sound);
  return latin;
}
