/** A number without punctuation and case: spellings that differ in these name the same account. */
export const normalizeAccountNumber = (text: string): string => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');

/** Shows that there is a number, and which. */
export const maskAccountNumber = (number: string): string => `****${number.length > 4 ? number.slice(-4) : ''}`;

const maskedStart = '****';

/** A string, and where it is the name of a member the text or number behind it. */
const memberPattern = /("(?:[^"\\]|\\.)*")(?:(\s*:\s*)("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*))?/g;

/** Every member `accountNumber` of JSON text with the JSON that `write` makes of its text or number; null: as it is. All else as it is spelled. */
export function mapAccountNumbers(json: string, write: (value: string | number) => string | null): string {
  // An escape may spell the name; nearly no text has either.
  if (!json.includes('"accountNumber"') && !json.includes('\\u')) return json;
  return json.replace(memberPattern, (whole, name: string, between: string | undefined, value: string | undefined) => {
    if (value === undefined || JSON.parse(name) !== 'accountNumber') return whole;
    const written = write(JSON.parse(value) as string | number);
    return written === null ? whole : `${name}${between}${written}`;
  });
}

/** Every member `accountNumber` of JSON text masked, however deep it stands. */
export const maskAccountNumbers = (json: string): string =>
  mapAccountNumbers(json, (value) => {
    const number = String(value);
    return JSON.stringify(number.startsWith(maskedStart) ? number : maskAccountNumber(number));
  });
