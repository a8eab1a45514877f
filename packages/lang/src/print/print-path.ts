import { reservedWords } from '@tamis/grammar';
import { printText } from './print-text.js';

const name = /^[A-Za-z_][A-Za-z0-9_]*$/;

const isReserved = (step: string): boolean =>
  reservedWords.some(({ PATTERN }) => PATTERN instanceof RegExp && new RegExp(`^(?:${PATTERN.source})$`).test(step));

/** The code of an integration is data and is quoted even if it looks like a name: `enrichment["kyc"]`. */
const holdsCodes = (steps: readonly string[], index: number): boolean =>
  steps[index] === 'enrichment' || (steps[index] === 'raw' && steps[index - 1] === 'enrichmentData');

const member = (step: string, isCode: boolean): string =>
  name.test(step) && !isReserved(step) && !isCode ? `.${step}` : `[${printText(step)}]`;

/** Prints the steps after a call. Keys that are not names, or are reserved words, are quoted in brackets. */
export const printMembers = (steps: readonly string[]): string => steps.map((step) => member(step, false)).join('');

/** Prints a path as rule text. */
export const printPath = (steps: readonly string[]): string =>
  steps.map((step, index) => (index === 0 ? step : member(step, holdsCodes(steps, index - 1)))).join('');
