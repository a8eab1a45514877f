/** The digit that brings the weighted sum of the digits before it to a multiple of ten. Weights repeat, from the left. */
export function weightedCheckDigit(digits: string, weights: readonly number[]): string {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1)
    sum += (Number(digits[index]) * (weights[index % weights.length] ?? 0)) % 10;
  return String((10 - (sum % 10)) % 10);
}
