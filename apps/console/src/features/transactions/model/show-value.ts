/** `{"$money": "900 USD"}`: values without a JSON form are identified by a single field. */
const tagged = /^\$\w+$/;

/** A quotient has 34 digits, of which only the first ones are useful to people. */
const fewDecimals = (value: string): string => value.replace(/(\.\d{4})\d{3,}/g, '$1…');

/** Returns a value of a trace in readable form: `900 USD`, `["a","b"]`, `true`. */
export function showValue(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return `[${value.map(showValue).join(', ')}]`;
  if (typeof value === 'number') return fewDecimals(String(value));
  if (typeof value !== 'object') return JSON.stringify(value);
  const [[tag, inner] = ['', undefined], ...more] = Object.entries(value);
  return more.length === 0 && tagged.test(tag) ? fewDecimals(showValue(inner)) : JSON.stringify(value);
}
