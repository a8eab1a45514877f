import { reservedWords } from '@tamis/grammar';
import { printText } from './print-text.js';

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

const isReserved = (step: string): boolean =>
  reservedWords.some(({ PATTERN }) => PATTERN instanceof RegExp && new RegExp(`^(?:${PATTERN.source})$`).test(step));

/** A path as rule text; keys that are not names, or are reserved words, stand quoted in brackets. */
export const printPath = (steps: readonly string[]): string =>
  steps
    .map((step, index) => {
      if (index === 0) return step;
      return name.test(step) && !isReserved(step) ? `.${step}` : `[${printText(step)}]`;
    })
    .join('');
