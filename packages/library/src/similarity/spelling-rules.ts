/**
 * A spelling rule: the written letters, and the English letters that sound like them. Rules are applied in order, each to the whole text.
 */
export type SpellingRule = readonly [written: RegExp, sounds: string];

/** Portuguese, as in Brazil. */
export const portuguese: readonly SpellingRule[] = [
  [/ç/gu, 's'],
  [/^h/gu, ''],
  [/nh/gu, 'n'],
  [/lh/gu, 'l'],
  [/ch/gu, 'sh'],
  [/ph/gu, 'f'],
  [/th/gu, 't'],
  [/x/gu, 'sh'],
  [/qu(?=[eiéêí])/gu, 'k'],
  [/gu(?=[eiéêí])/gu, 'q'],
  [/g(?=[eiéêíy])/gu, 'zh'],
  [/j/gu, 'zh'],
  [/q/gu, 'k'],
  [/c(?=[eiéêíy])/gu, 's'],
  [/ss|z/gu, 's'],
  [/w/gu, 'v'],
  [/y/gu, 'i'],
  [/m$/gu, 'n'],
  [/l$/gu, 'u'],
];

/** Spanish, as in America: `s`, `z` and soft `c` sound alike, and so do `b` and `v`, and `ll` and `y`. */
export const spanish: readonly SpellingRule[] = [
  [/ñ/gu, 'n'],
  [/^h/gu, ''],
  [/(?<!c)h/gu, ''],
  [/ll/gu, 'y'],
  [/qu(?=[eiéí])/gu, 'k'],
  [/gü(?=[eiéí])/gu, 'w'],
  [/gu(?=[eiéí])/gu, 'q'],
  [/[gjx](?=[eiéíy])|j|x/gu, 'h'],
  [/q/gu, 'k'],
  [/c(?=[eiéí])/gu, 's'],
  [/z/gu, 's'],
  [/v/gu, 'b'],
  [/y$/gu, 'i'],
];
