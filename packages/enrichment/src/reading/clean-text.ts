/** What a field may hold, in characters. A longer text of a source is cut: it is data of others, and nothing to fail at. */
export const textLimits = { code: 64, name: 300, long: 2_000 } as const;
export type TextLimit = keyof typeof textLimits;

/** Controls, invisible formatting (bidirectional marks among it) and separators of lines would lie on a page or in a file. */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;

/** The text of a source as it may be stored: one line, whole characters, no more than the limit. */
export function cleanText(text: string, limit: TextLimit): string {
  const most = textLimits[limit];
  // Many times the limit is enough to find its characters in, and keeps a hostile megabyte cheap.
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(/[\s\uFFFD]+/gu, ' ')
    .replace(unwanted, '')
    .trim();
  return line.length <= most ? line : Array.from(line).slice(0, most).join('').trim();
}
