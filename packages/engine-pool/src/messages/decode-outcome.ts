import type { EvaluationOutcome } from '@tamis/engine';
import { fromRanges } from './outcome-codes.js';

const prefix = '{"evaluated":';

/** Consecutive evaluations usually evaluate the same rules, so the last list is kept. */
let lastEvaluated = { runs: '[]', evaluated: [] as readonly number[], json: '[]' };

function decodeEvaluated(runs: string): typeof lastEvaluated {
  if (runs !== lastEvaluated.runs) {
    const evaluated = fromRanges(JSON.parse(runs) as readonly number[]);
    lastEvaluated = { runs, evaluated, json: JSON.stringify(evaluated) };
  }
  return lastEvaluated;
}

/** Splits the text of `encodeOutcome`: first the ranges of the evaluated rules, then everything else unchanged. */
function splitOutcome(text: string): { readonly runs: string; readonly rest: string } {
  const end = text.indexOf(']') + 1;
  return { runs: text.slice(prefix.length, end), rest: text.slice(end + 1) };
}

/** Returns the outcome of a text. */
export function decodeOutcome(text: string): EvaluationOutcome {
  const { runs, rest } = splitOutcome(text);
  return {
    evaluated: decodeEvaluated(runs).evaluated,
    ...(JSON.parse(`{${rest}`) as Omit<EvaluationOutcome, 'evaluated'>),
  };
}

/** Returns the result of `JSON.stringify` for the outcome of a text. */
export function decodeOutcomeJson(text: string): string {
  const { runs, rest } = splitOutcome(text);
  return `${prefix}${decodeEvaluated(runs).json},${rest}`;
}
