import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js';

/** The number a whole text is; a national one is read in the country, which may be absent. */
export function phoneNumber(text: string, country?: string): PhoneNumber | null {
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const options = region ? { defaultCountry: region, extract: false } : { extract: false };
  return parsePhoneNumberFromString(text.trim(), options) ?? null;
}
