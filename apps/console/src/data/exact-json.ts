/** A number of an answer. Where it has more digits than a JavaScript number keeps, its digits as text. */
export type Exact = number | string;

/** Digits that a JavaScript number keeps in any case. */
const safeDigits = 15;

const manyDigits = /\d[\d.]{15,}/;

/** Texts and numbers of JSON, one after the other: whatever stands between quotes is no number. */
const textOrNumber = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** The same JSON, in which numbers that would lose digits stand between quotes. */
export function keepDigits(json: string): string {
  if (!manyDigits.test(json)) return json;
  return json.replace(textOrNumber, (token) => {
    if (token.startsWith('"') || /[eE]/.test(token)) return token;
    const digits = token.replace(/^-?0*\.?0*|[-.]/g, '');
    return digits.length > safeDigits ? `"${token}"` : token;
  });
}
