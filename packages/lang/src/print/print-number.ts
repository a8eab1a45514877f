/** `_` between groups of three digits where the whole part has at least `fromDigits`. */
function grouped(text: string, fromDigits: number): string {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(\.\d+)?$/.exec(text) ?? [];
  if (whole.length < fromDigits) return text;
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '_')}${fraction}`;
}

/** Years and counts read better whole, so numbers are grouped from 10_000. */
export const printNumber = (text: string): string => grouped(text, 5);

/** Amounts are grouped from 1_000. */
export const printAmount = (text: string): string => grouped(text, 4);
