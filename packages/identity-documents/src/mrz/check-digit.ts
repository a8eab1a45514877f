/** ICAO 9303-3, section 4.9: digits have their own value, `A` to `Z` are 10 to 35, the filler is 0. */
function weightOfCharacter(character: string): number {
  if (character === '<') return 0;
  const code = character.charCodeAt(0);
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 65 && code <= 90) return code - 55;
  throw new RangeError(`A machine-readable zone cannot have the character ${JSON.stringify(character)}`);
}

const weights = [7, 3, 1] as const;

/** Returns the check digit for a text of a machine-readable zone, with the weights 7, 3, 1. */
export function checkDigitOf(text: string): string {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum += weightOfCharacter(text.charAt(at)) * weights[at % 3]!;
  return String(sum % 10);
}
