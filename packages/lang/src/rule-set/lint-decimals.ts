import { tokenize, withoutByteOrderMark } from '@tamis/grammar';
import { minorDigits } from '@tamis/stdx';
import { w1314 } from '../diagnostics/codes/w1314.js';
import { LineMap } from '../lower/line-map.js';
import { canonicalNumber } from '../lower/lower-literal.js';
import type { SetContext } from './check-files.js';

/** A single group of thousands separated by a point; with more groups, it is not a valid number. */
const grouped = /\b([1-9]\d{0,2})\.(\d{3})[ \t]*([A-Z]{3,5})\b/;
const decimals = 3;

/** W1314: `10.000 USD`, which is ten dollars. The tree does not keep the zeros, so the text is searched. */
export function lintDecimals({ files, options }: SetContext): void {
  for (const { source: written, findings, isShared } of files) {
    const source = written === null ? '' : withoutByteOrderMark(written);
    // Most texts do not contain any, and need not be tokenized again.
    if (isShared || !grouped.test(source)) continue;
    const currencies = new Set(options.catalogue.words('currency:iso'));
    const map = new LineMap(source);
    for (const { image, startOffset, tokenType } of tokenize(source).tokens) {
      const [, whole, fraction, currency] = (tokenType.name === 'Money' && grouped.exec(image)) || [];
      // The number of decimal places of nonstandard currencies is not known.
      if (!currency || !currencies.has(currency) || minorDigits(currency) >= decimals) continue;
      const amount = canonicalNumber(`${whole}.${fraction}`);
      const range = map.range(startOffset, startOffset + image.length);
      const meant = [`${whole}_${fraction} ${currency}`, `${amount} ${currency}`];
      findings.add(
        w1314,
        { kind: 'moneyLiteral', range },
        {
          message: `this is ${amount} ${currency}, not ${whole},${fraction}`,
          help: `write \`${meant.join('`, or `')}\``,
          fixes: meant.map((newText) => ({
            title: newText,
            safe: false,
            edits: [{ range, newText }],
          })),
        },
      );
    }
  }
}
