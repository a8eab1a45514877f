import { tokenize, withoutByteOrderMark } from '@tamis/grammar';
import { w1316 } from '../diagnostics/codes/w1316.js';
import { LineMap } from '../lower/line-map.js';
import { unseenCharacter } from '../print/print-text.js';
import type { SetContext } from './check-files.js';

/** Tokens whose text is compared or displayed; comments are neither. */
const textTokens: ReadonlySet<string> = new Set(['Text', 'RawText']);

/** W1316: characters in texts and patterns that are invisible or look like a space. Escaped ones are visible. */
export function lintCharacters({ files }: SetContext): void {
  for (const { source: written, findings, isShared } of files) {
    const source = written === null ? '' : withoutByteOrderMark(written);
    // Most texts contain none, and need not be tokenized again.
    if (isShared || source.search(unseenCharacter) < 0) continue;
    const map = new LineMap(source);
    for (const { image, startOffset, tokenType } of tokenize(source).tokens) {
      if (!textTokens.has(tokenType.name)) continue;
      for (const { 0: character, index } of image.matchAll(unseenCharacter)) {
        const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
        const at = startOffset + index;
        findings.add(
          w1316,
          { kind: 'textLiteral', range: map.range(at, at + 1) },
          {
            message: `U+${code} is here, which is invisible`,
            help:
              tokenType.name === 'Text'
                ? `remove it, or write \`\\u{${code}}\` where it is meant`
                : `remove it, or write \`\\x{${code}}\` where it is meant`,
          },
        );
      }
    }
  }
}
