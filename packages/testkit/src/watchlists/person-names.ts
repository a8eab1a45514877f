import { type NameCulture, nameCultures } from './name-cultures.js';
import type { RandomChoice } from './random-choice.js';

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '');

interface CultureWords {
  readonly culture: NameCulture;
  readonly countries: readonly string[];
  readonly male: readonly string[];
  readonly female: readonly string[];
  readonly family: readonly string[];
  readonly stems: readonly string[];
  readonly endings: readonly string[];
  readonly particles: readonly string[];
}

const cultures: readonly CultureWords[] = nameCultures.map((culture) => ({
  culture,
  countries: words(culture.countries),
  male: words(culture.male),
  female: words(culture.female),
  family: words(culture.family),
  stems: words(culture.stems),
  endings: words(culture.endings),
  particles: words(culture.particles),
}));

export interface InventedPerson {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly weakAliases: readonly string[];
  readonly country: string;
  readonly gender: 'male' | 'female';
}

/** Share of rare family names, and share of family names with a particle, if the culture has any. */
const rareShare = 0.45;
const particleShare = 0.25;

export function inventPerson(choice: RandomChoice): InventedPerson {
  const known = choice.frequent(cultures);
  const gender = choice.chance(0.85) ? 'male' : 'female';
  const givenCount = known.culture.given - (choice.chance(0.35) ? 1 : 0) + (choice.chance(0.1) ? 1 : 0);
  const given = Array.from({ length: Math.max(1, givenCount) }, () => choice.frequent(known[gender]));
  const family = Array.from({ length: known.culture.families }, () => familyName(known, choice));
  const parts = known.culture.isFamilyFirst ? [...family, ...given] : [...given, ...family];
  const name = parts.join(' ').replaceAll('-der', ' der');
  const aliasCount = choice.chance(0.4) ? 0 : 1 + Math.floor(choice.below(9) ** 2 / 16);
  return {
    name,
    aliases: Array.from({ length: aliasCount }, () => respelt(parts, choice)),
    weakAliases: choice.chance(0.1) ? [given[0] ?? name] : [],
    country: choice.frequent(known.countries),
    gender,
  };
}

function familyName(known: CultureWords, choice: RandomChoice): string {
  const isRare = choice.chance(rareShare);
  const plain = isRare ? choice.of(known.stems) + choice.of(known.endings) : choice.frequent(known.family);
  if (known.particles.length === 0 || !choice.chance(particleShare)) return plain;
  const particle = choice.frequent(known.particles);
  return particle.endsWith('-') ? particle + plain : `${particle} ${plain}`;
}

/** Letters with several spellings in transliterations from other scripts. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/ee/, 'i'],
  [/ou/, 'u'],
  [/u/, 'ou'],
  [/kh/i, 'h'],
  [/q/, 'k'],
  [/y\b/, 'iy'],
  [/ei/, 'ey'],
  [/i\b/, 'y'],
  [/ss/, 's'],
  [/mm/, 'm'],
  [/h\b/, ''],
  [/sh/, 'sch'],
  [/ov\b/, 'off'],
  [/o/, 'u'],
  [/w/, 'v'],
  [/c/, 'k'],
  [/z/, 's'],
];

/** Returns the same name as another clerk might write it: with other letters, another order, or a part missing. */
function respelt(parts: readonly string[], choice: RandomChoice): string {
  let changed = parts;
  if (changed.length > 2 && choice.chance(0.4)) changed = changed.filter((_, at) => at !== 1);
  if (choice.chance(0.25)) changed = [...changed.slice(1), ...changed.slice(0, 1)];
  const fitting = spellings.filter(([from]) => changed.some((part) => from.test(part)));
  if (fitting.length === 0) return changed.join(' ');
  const [from, to] = choice.of(fitting);
  return changed.map((part) => part.replace(from, to)).join(' ');
}
