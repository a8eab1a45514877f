const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/** Characters that must be escaped: quotes, backslashes, and those not allowed in a source. */
// eslint-disable-next-line no-control-regex -- these are the characters to be escaped
const special = /["\\\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/**
 * Characters that are invisible or look like a space: soft hyphens, zero-width marks and joiners, and unusual spaces. Joiners between
 * letters of other scripts and in emoji are part of their spelling.
 */
export const unseenCharacter =
  /[\u00A0\u00AD\u061C\u1680\u180E\u2000-\u200B\u200E\u200F\u2028\u2029\u202F\u205F\u2060-\u2064\u3000\uFEFF]|(?<=\p{ASCII})[\u200C\u200D]|[\u200C\u200D](?=\p{ASCII})/gu;

const escaped = (character: string): string =>
  escapes[character] ?? `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`;

/** Prints a text literal. */
export const printText = (value: string): string =>
  `"${value.replace(special, escaped).replace(unseenCharacter, escaped)}"`;
