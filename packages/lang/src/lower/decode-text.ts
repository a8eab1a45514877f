import type { IToken } from '@tamis/grammar';
import { createDiagnostic } from '../diagnostics/create-diagnostic.js';
import { e0112 } from '../diagnostics/codes/e0112.js';
import { optionalRange, type LowerContext } from './lower-context.js';

/** Text with its escapes resolved. `offsets[i]` is the position of character `i` in the source. It has one more entry than characters. */
export interface DecodedText {
  readonly value: string;
  readonly offsets: readonly number[];
}

const simpleEscapes: Readonly<Record<string, string>> = { '"': '"', '\\': '\\', n: '\n', t: '\t' };
const unicodeEscape = /\\u\{([0-9A-Fa-f]{1,6})\}/y;

/**
 * Returns whether a text may contain a code point. Excludes lone surrogates and U+0000, which neither JSON rules nor the database can
 * store.
 */
const isScalar = (code: number): boolean => code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);

interface Escape {
  readonly value: string | null;
  readonly length: number;
}

function readEscape(image: string, at: number): Escape {
  const letter = image[at + 1] ?? '';
  const simple = Object.hasOwn(simpleEscapes, letter) ? simpleEscapes[letter] : undefined;
  if (simple !== undefined) return { value: simple, length: 2 };
  unicodeEscape.lastIndex = at;
  const match = unicodeEscape.exec(image);
  if (!match) return { value: null, length: 2 };
  const code = parseInt(match[1] ?? '', 16);
  return { value: isScalar(code) ? String.fromCodePoint(code) : null, length: match[0].length };
}

function unknownEscape(escape: string, start: number, context: LowerContext): void {
  const backslash = context.rangeOf(start, start + 1);
  context.diagnostics.push(
    createDiagnostic(e0112, {
      message: `\`${escape}\` is not an escape`,
      help: String.raw`escapes are \" \\ \n \t and \u{1F600}; a backslash itself is \\`,
      ...optionalRange(context.rangeOf(start, start + escape.length)),
      ...(backslash && {
        fixes: [{ title: 'double the backslash', safe: true, edits: [{ range: backslash, newText: '\\\\' }] }],
      }),
    }),
  );
}

/** Resolves the escapes of a text token. Unknown ones are reported and kept as written. */
export function decodeText(token: IToken, context: LowerContext): DecodedText {
  const { image, startOffset } = token;
  const end = image.length - 1;
  const offsets: number[] = [];
  let value = '';
  const append = (text: string, at: number): void => {
    for (let unit = 0; unit < text.length; unit++) offsets.push(startOffset + at);
    value += text;
  };
  let at = 1;
  while (at < end) {
    if (image[at] !== '\\') {
      append(image.charAt(at), at);
      at++;
      continue;
    }
    const escape = readEscape(image, at);
    const written = image.slice(at, at + escape.length);
    if (escape.value === null) unknownEscape(written, startOffset + at, context);
    append(escape.value ?? written, at);
    at += escape.length;
  }
  offsets.push(startOffset + end);
  return { value, offsets };
}

/** Returns the value of a text token, with escapes resolved and in NFC. */
export function textValue(token: IToken, context: LowerContext): string {
  const { image } = token;
  const value = image.includes('\\') ? decodeText(token, context).value : image.slice(1, -1);
  return value.normalize('NFC');
}
