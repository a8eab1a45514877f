const escapes: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t' };

/** What must be escaped: quotes, backslashes, and the characters that may not stand in a source. */
// eslint-disable-next-line no-control-regex -- these are the characters to be escaped
const special = /["\\\u0000-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/g;

/** A text literal. */
export const printText = (value: string): string =>
  `"${value.replace(special, (character) => escapes[character] ?? `\\u{${character.charCodeAt(0).toString(16).toUpperCase()}}`)}"`;
