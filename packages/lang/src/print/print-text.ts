const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/** What must be escaped: quotes, backslashes, and the characters that may not stand in a source. */
// eslint-disable-next-line no-control-regex -- these are the characters to be escaped
const special = /["\\\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Characters that look like nothing, or like a space: soft hyphen, marks and joiners without width, spaces but the usual one.
 * Joiners between letters of other scripts and in emoji are part of how they are written.
 */
export const unseenCharacter =
  /[\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200B\u200E\u200F\u2028\u2029\u202F\u205F\u2060-\u2064\u3000\uFEFF]|(?<=\p{ASCII})[\u200C\u200D]|[\u200C\u200D](?=\p{ASCII})/gu;

const escaped = (character: string): string =>
  escapes[character] ?? `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`;

/** A text literal. */
export const printText = (value: string): string =>
  `"${value.replace(special, escaped).replace(unseenCharacter, escaped)}"`;
