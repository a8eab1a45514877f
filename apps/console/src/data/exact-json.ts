/** A number of a response. Its digits as text if it has more of them than a JavaScript number can hold. */
export type Exact = number | string;

/** Number of digits that a JavaScript number can always hold. */
const safeDigits = 15;

const manyDigits = /\d[\d.]{15,}/;

/** Matches the texts and numbers of a JSON document one by one, so that digits within quotes are not taken for numbers. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Returns the same JSON with quotes around numbers that would otherwise lose digits. */
export function keepDigits(json: string): string {
  if (!manyDigits.test(json)) return json;
  return json.replace(textOrNumber, (token) => {
    if (token.startsWith('"') || /[eE]/.test(token)) return token;
    const digits = token.replace(/^-?0*\.?0*|[-.]/g, '');
    return digits.length > safeDigits ? `"${token}"` : token;
  });
}
