import type { RandomChoice } from './random-choice.js';

const words = (text: string): readonly string[] => text.split(' ');

/** Words in names of companies, most frequent first. */
const trades = words(
  'Trading International Group Company General Industries Services Import Export Shipping Holding Investment Construction Engineering Petroleum Energy Oil Gas Transport Logistics Technology Electronics Steel Bank Finance Development Exchange Marine Chemical Foods Textile Aviation Airlines Mining Metals Insurance Pharma Systems Security Foundation Charity Relief Association Institute Research University Factory Works Motors Machinery Plastics Cement Paper Media Telecom Software Consulting Realty Properties Tours Agro Fisheries Gold Diamond',
);
const telling = words(
  'Al-Noor Golden Star United Eastern Global Pacific National Royal Blue Sun Green Delta Alpha Silk Falcon Eagle Crescent Phoenix Orient Northern Atlas Horizon Cedar Pearl Diamond Caspian Baltic Gulf Sahara Nile Tigris Euphrates Volga Ural Andes Amazon Condor Puma Aurora Zenith Apex Titan Orion Vega Sirius Polar Anchor Lantern Harvest Bridge River Mountain Lotus Dragon Tiger Panda Jade Bamboo Samba Verde Norte Sul Costa Porto Vista Mar Sol Luna Terra',
);
const places = words(
  'Dubai Tehran Moscow Damascus Beirut Kabul Karachi Lagos Nairobi Caracas Havana Panama Bogota Lima Quito Luanda Minsk Kyiv Warsaw Prague Berlin Paris London Dublin Toronto Mumbai Delhi Dhaka Colombo Bangkok Hanoi Jakarta Manila Shanghai Beijing Shenzhen Dalian Pyongyang Seoul Vladivostok',
);
const legalForms: readonly (readonly [form: string, country: string])[] = [
  ['LLC', 'AE'],
  ['Ltd', 'GB'],
  ['Co., Ltd', 'CN'],
  ['Limited', 'HK'],
  ['OOO', 'RU'],
  ['S.A.', 'PA'],
  ['JSC', 'RU'],
  ['Inc.', 'US'],
  ['S.A. de C.V.', 'MX'],
  ['FZE', 'AE'],
  ['GmbH', 'DE'],
  ['LTDA', 'BR'],
  ['PJSC', 'IR'],
  ['AO', 'RU'],
  ['S.R.L.', 'IT'],
  ['Sarl', 'LB'],
  ['Sdn Bhd', 'MY'],
  ['Pvt Ltd', 'PK'],
  ['A.S.', 'TR'],
  ['Sp. z o.o.', 'PL'],
  ['S.A.S.', 'CO'],
  ['EIRELI', 'BR'],
];

const onsets = words('B D F G H J K L M N P R S T V Z Br Kr Tr Sh Ch St');
const rhymes = words('a e i o u an en in on ar er or al el il ax ex ix os us ia io');

export interface InventedCompany {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly country: string;
}

export function inventCompany(choice: RandomChoice): InventedCompany {
  const [form, home] = choice.frequent(legalForms);
  const first = choice.chance(0.5) ? choice.frequent(telling) : brand(choice);
  const parts = [first];
  if (choice.chance(0.3)) parts.push(choice.frequent(telling));
  if (choice.chance(0.15)) parts.unshift(choice.frequent(places));
  parts.push(choice.frequent(trades));
  if (choice.chance(0.35)) parts.push(choice.frequent(trades));
  const bare = parts.join(' ');
  const aliases = [
    ...(choice.chance(0.5) ? [bare] : []),
    ...(choice.chance(0.3) ? [acronym(parts)] : []),
    ...(choice.chance(0.2) ? [`${parts.slice(0, 2).join('')} ${parts.slice(2).join(' ')}`.trim()] : []),
  ];
  return { name: `${bare} ${form}`, aliases, country: home };
}

/** Ships have one or two distinctive words. */
export const inventVessel = (choice: RandomChoice): string =>
  [
    choice.chance(0.5) ? choice.frequent(telling) : brand(choice),
    ...(choice.chance(0.6) ? [choice.frequent(telling)] : []),
  ].join(' ');

/** Returns an invented word. */
const brand = (choice: RandomChoice): string => {
  const syllables = Array.from({ length: 2 + choice.below(2) }, () => choice.of(onsets) + choice.of(rhymes));
  const word = syllables.join('').toLowerCase();
  return word.charAt(0).toUpperCase() + word.slice(1);
};

const acronym = (parts: readonly string[]): string => parts.map((part) => part.charAt(0)).join('');
