const decimal = /^(-?)0*(\d+)(?:\.(\d+))?$/;

/** An exact decimal of the tree: no leading or trailing zeros that say nothing. `negative` stands apart, as `-` does in the text. */
export interface DecimalText {
  readonly negative: boolean;
  readonly digits: string;
}

/** Null when the text is not digits with an optional fraction and sign. */
export function readDecimal(text: string): DecimalText | null {
  const match = decimal.exec(text);
  if (match === null) return null;
  const [, sign, whole, fraction] = match;
  const kept = (fraction ?? '').replace(/0+$/, '');
  const digits = kept === '' ? (whole ?? '0') : `${whole ?? '0'}.${kept}`;
  return { negative: sign === '-' && digits !== '0', digits };
}
