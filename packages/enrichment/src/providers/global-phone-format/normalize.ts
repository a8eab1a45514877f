import type { Result } from '@tamis/stdx';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import { compact } from '../../reading/compact.js';
import { reading } from '../../reading/reader.js';

export const normalize = (raw: unknown): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (response): NormalizedPart => {
    const country = response.at('country').text('code');
    const from = country !== undefined && isSupportedCountry(country) ? country : undefined;
    const checks = response
      .at('phones')
      .list()
      .flatMap((phone) => phone.text('code') ?? [])
      .map((phone) => checkOf(phone, from));
    return compact({
      phones: checks.flatMap(({ international, isValid }) => (isValid && international ? [international] : [])),
      phoneChecks: checks,
    });
  });

/** Numbers without a country code are parsed as dialled in the entity's country. */
function checkOf(number: string, from: CountryCode | undefined) {
  const parsed = parsePhoneNumberFromString(number, from);
  return compact({
    number,
    international: parsed?.number,
    country: parsed?.country,
    type: parsed?.getType()?.toLowerCase(),
    isPossible: parsed?.isPossible() ?? false,
    isValid: parsed?.isValid() ?? false,
  });
}
