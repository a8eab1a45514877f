import { randomBytes } from 'node:crypto';

/** Random for each process, so that no caller's text can be taken for a marker. */
const marker = `raw-json-${randomBytes(16).toString('hex')}:`;
const marked = new RegExp(`"${marker}((?:[^"\\\\]|\\\\.)*)"`, 'g');

/**
 * JSON text that goes into an answer as it is: an amount digit for digit, or JSON that was stored verbatim. The text must be
 * valid JSON.
 */
export class RawJson {
  constructor(readonly text: string) {}

  toJSON(): string {
    return marker + this.text;
  }
}

/** An exact decimal as a JSON number. `text` is a JSON number. */
export const rawNumber = (text: string): RawJson => new RawJson(text);

/** `JSON.stringify` that writes `RawJson` values as their text. */
export function stringifyJson(value: unknown): string {
  const text = JSON.stringify(value);
  if (!text.includes(marker)) return text;
  return text.replace(marked, (_, inner: string) =>
    inner.includes('\\') ? (JSON.parse(`"${inner}"`) as string) : inner,
  );
}
