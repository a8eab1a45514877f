const decimal = /^(-?)0*(\d+)(?:\.(\d+))?$/;

/** An exact decimal in the tree, without insignificant leading or trailing zeros. `negative` is separate, like `-` in the text. */
export interface DecimalText {
  readonly negative: boolean;
  readonly digits: string;
}

/** Returns `null` if the text is not digits with an optional fraction and sign. */
export function readDecimal(text: string): DecimalText | null {
  const match = decimal.exec(text);
  if (match === null) return null;
  const [, sign, whole, fraction] = match;
  const kept = (fraction ?? '').replace(/0+$/, '');
  const digits = kept === '' ? (whole ?? '0') : `${whole ?? '0'}.${kept}`;
  return { negative: sign === '-' && digits !== '0', digits };
}

/** Both functions take and return canonical digits without a sign. */
export const timesHundred = (digits: string): string => shift(digits, 2);
export const byHundred = (digits: string): string => shift(digits, -2);

/** Moves the decimal point to the right, or to the left if `places` is negative. */
function shift(digits: string, places: number): string {
  const [whole = '', fraction = ''] = digits.split('.');
  const all = `${'0'.repeat(Math.max(0, -places))}${whole}${fraction}${'0'.repeat(Math.max(0, places))}`;
  const point = Math.max(0, -places) + whole.length + places;
  return readDecimal(`${all.slice(0, point)}.${all.slice(point)}0`)?.digits ?? digits;
}
