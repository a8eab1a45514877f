import { isSupportedCountry, parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js';

/** Returns the phone number that consists of the whole text; a national number is parsed for the country, which may be absent. */
export function phoneNumber(text: string, country?: string): PhoneNumber | null {
  const region = country !== undefined && isSupportedCountry(country) ? country : undefined;
  const options = region ? { defaultCountry: region, extract: false } : { extract: false };
  return parsePhoneNumberFromString(text.trim(), options) ?? null;
}
