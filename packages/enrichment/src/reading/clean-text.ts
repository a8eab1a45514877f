/** Maximum length of each kind of text, in characters. A longer text is cut: it is third-party data and not worth failing over. */
export const textLimits = { code: 64, name: 300, long: 2_000 } as const;
export type TextLimit = keyof typeof textLimits;

/**
 * Control characters, invisible formatting (including bidirectional marks) and line separators could misrepresent the text on a page or in
 * a file.
 */
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]+/gu;

/** Returns a source's text in a form that can be stored: one line, whole characters, no longer than the limit. */
export function cleanText(text: string, limit: TextLimit): string {
  const most = textLimits[limit];
  // A multiple of the limit is enough to find the characters to keep, and makes a hostile megabyte of text cheap to process.
  const line = text
    .slice(0, most * 8)
    .toWellFormed()
    .replace(/[\s\uFFFD]+/gu, ' ')
    .replace(unwanted, '')
    .trim();
  return line.length <= most ? line : Array.from(line).slice(0, most).join('').trim();
}
