import { pick, seededRandom } from '../random.js';

export interface SampleEntity {
  readonly type: 'person' | 'company';
  readonly name: string;
  readonly externalId: string;
  /** A CNPJ, or `null`. */
  readonly taxId: string | null;
  readonly countryCode: string;
}

const onsets = 'b br c cl d dr f g gr j l m n p pr qu r s t tr v z lh ch nd'.split(' ');
const vowels = 'a e i o u ia io ei ou'.split(' ');
const codas = ['', '', '', 'n', 's', 'r', 'l', 'm'];
const trades =
  'Comercial Transportes Construtora Alimentos Logística Serviços Tecnologia Distribuidora Importadora Consultoria'.split(
    ' ',
  );
const places = 'Norte Sul Andina Pacífico Central Paulista Austral Oriental Mineira Global'.split(' ');
const forms = ['Ltda', 'S.A.', 'EIRELI', 'S.A.S.', 'ME', 'Ltda.', 'S/A', ''];
const given = 'Ana João Maria José Luiz Paula Carlos Beatriz Pedro Júlia Rafael Camila Diego Lucía Mateo Sofía'.split(
  ' ',
);
const countries = ['BR', 'BR', 'BR', 'AR', 'CL', 'CO', 'MX', 'US'];

/** One in twenty is a person. */
const peopleEvery = 20;

/** Returns the `number`th entity of a seed: names share words, as those of real companies do. */
export function sampleEntity(number: number, seed: number): SampleEntity {
  const random = seededRandom(Math.imul(number + 1, 2_654_435_761) ^ seed);
  const person = number % peopleEvery === 0;
  const countryCode = pick(countries, random);
  const name = person ? `${pick(given, random)} ${word(random)} ${word(random)}` : companyName(random);
  const taxId = countryCode === 'BR' && !person ? cnpj(number) : null;
  return { type: person ? 'person' : 'company', name, externalId: `bench-${number}`, taxId, countryCode };
}

function companyName(random: () => number): string {
  const parts = [
    random() < 0.6 ? pick(trades, random) : '',
    word(random),
    random() < 0.5 ? word(random) : '',
    random() < 0.3 ? pick(places, random) : '',
    pick(forms, random),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function word(random: () => number): string {
  let text = '';
  for (let left = 2 + Math.floor(random() * 2); left > 0; left -= 1) {
    text += pick(onsets, random) + pick(vowels, random) + (left === 1 ? pick(codas, random) : '');
  }
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns the `number`th CNPJ, with its check digits. */
export function cnpj(number: number): string {
  let digits = `${String(10_000_000 + number).padStart(8, '0')}0001`;
  for (const weights of [
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  ]) {
    const rest = weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0) % 11;
    digits += rest < 2 ? 0 : 11 - rest;
  }
  return digits;
}

/** Returns the name as another person might write it: a mistake in the longest word, capital letters, a different order. */
export function respelled(name: string, random: () => number): string {
  const words = name.split(' ');
  const longest = words.reduce((a, b) => (b.length > a.length ? b : a));
  const at = 1 + Math.floor(random() * (longest.length - 2));
  const slipped = words.map((each) => (each === longest ? each.slice(0, at) + each.slice(at + 1) : each));
  return random() < 0.5 ? slipped.join(' ').toUpperCase() : slipped.toReversed().join(' ');
}
