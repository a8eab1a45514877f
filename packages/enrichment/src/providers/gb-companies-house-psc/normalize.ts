import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import { compact } from '../../reading/compact.js';
import { type Reader, reading } from '../../reading/reader.js';

/** Eight digits, or a register's two-letter prefix and six digits. Leading zeros are often omitted. */
export const companyNumberForm = /^(?:\d{6,8}|[A-Z]{2}\d{6})$/;

export const companyNumberOf = (text: string): string => text.toUpperCase().padStart(8, '0');

/** Percentage ranges: more than the first value, up to and including the second. */
const bands: readonly (readonly [pattern: RegExp, least: number, most: number])[] = [
  [/-75-to-100-percent/, 75, 100],
  [/-50-to-75-percent/, 50, 75],
  [/-25-to-50-percent/, 25, 50],
  [/-more-than-25-percent/, 25, 100],
];
const shares = /^(?:ownership-of-shares|right-to-share-surplus-assets)/;

const unitedKingdom = /england|wales|scotland|northern ireland|united kingdom|great britain|\buk\b/i;

export const normalize = (raw: unknown): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const rows = response.at('rows').list();
    const first = response.at('rows');
    const number = rows[0]?.at('company_number');
    if (number === undefined) throw first.unreadable('a list with rows');
    const owners = rows.map((row) => row.at('data')).filter(isOwner);
    return compact({
      registrationNumber: number.required(number.code(8)),
      shareholders: owners.filter((owner) => owner.at('ceased_on').date() === undefined).map(ownerOf),
      formerShareholders: owners
        .filter((owner) => owner.at('ceased_on').date() !== undefined)
        .map((owner) => ({ ...ownerOf(owner), until: owner.at('ceased_on').date() })),
      statements: rows
        .map((row) => row.at('data'))
        .filter((data) => kindOf(data).endsWith('statement'))
        .map((data) => compact({ statement: data.at('statement').text(), since: data.at('notified_on').date() })),
    });
  });

const kindOf = (data: Reader): string => data.at('kind').text() ?? '';

const isOwner = (data: Reader): boolean => /(?:person-with-significant-control|beneficial-owner)$/.test(kindOf(data));

/** Only a person is a beneficial owner; a controlling company is a step on the path to one. */
function ownerOf(owner: Reader) {
  const kind = kindOf(owner);
  const isPerson = kind.startsWith('individual') || kind.startsWith('super-secure');
  const natures = owner
    .at('natures_of_control')
    .list()
    .flatMap((nature) => nature.text() ?? []);
  const number = owner.at('identification').at('registration_number').code();
  const country = owner.at('identification').at('country_registered').text();
  const isBritish = country !== undefined && unitedKingdom.test(country);
  const compactNumber = number?.replace(/\s/g, '').toUpperCase();
  return compact({
    // The name of a super-secure person is protected by law.
    name: kind.startsWith('super-secure') ? undefined : owner.at('name').text(),
    taxId:
      isBritish && compactNumber !== undefined && companyNumberForm.test(compactNumber)
        ? companyNumberOf(compactNumber)
        : undefined,
    registrationNumber: number,
    type: isPerson ? 'person' : 'company',
    countryCode: isBritish ? 'GB' : undefined,
    country,
    nationality: owner.at('nationality').text(),
    residence: owner.at('country_of_residence').text(),
    bornIn: bornIn(owner.at('date_of_birth')),
    role: natures.join(', '),
    ...shareOf(natures),
    since: owner.at('notified_on').date(),
    isBeneficialOwner: isPerson,
  });
}

/** Returns the highest band of shares that is reported; the register does not record exact shares. */
function shareOf(natures: readonly string[]) {
  const told = natures.filter((nature) => shares.test(nature));
  const band = bands.find(([pattern]) => told.some((nature) => pattern.test(nature)));
  return band === undefined ? {} : { leastPercent: band[1], mostPercent: band[2] };
}

/** Only the month and year of birth are public. */
function bornIn(birth: Reader): string | undefined {
  const [year, month] = [birth.at('year').number(), birth.at('month').number()];
  return year === undefined ? undefined : [String(year), ...(month ? [String(month).padStart(2, '0')] : [])].join('-');
}
