/** `{"$money": "900 USD"}`: values that JSON has no form for are told apart by one member. */
const tagged = /^\$\w+$/;

/** A quotient has 34 digits, of which people read the first. */
const fewDecimals = (value: string): string => value.replace(/(\.\d{4})\d{3,}/g, '$1…');

/** A value of a trace as one reads it: `900 USD`, `["a","b"]`, `true`. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(showValue).join(', ')}]`;
  if (typeof value === 'number') return fewDecimals(String(value));
  if (typeof value !== 'object') return JSON.stringify(value);
  const [[tag, inner] = ['', undefined], ...more] = Object.entries(value);
  return more.length === 0 && tagged.test(tag) ? fewDecimals(showValue(inner)) : JSON.stringify(value);
}
