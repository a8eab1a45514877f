import type { EvaluationOutcome } from '@tamis/engine';
import { fromRanges } from './outcome-codes.js';

const prefix = '{"evaluated":';

/** Of one run after another the same rules are evaluated: the last list is kept. */
let lastEvaluated = { runs: '[]', evaluated: [] as readonly number[], json: '[]' };

function decodeEvaluated(runs: string): typeof lastEvaluated {
  if (runs !== lastEvaluated.runs) {
    const evaluated = fromRanges(JSON.parse(runs) as readonly number[]);
    lastEvaluated = { runs, evaluated, json: JSON.stringify(evaluated) };
  }
  return lastEvaluated;
}

/** What `encodeOutcome` wrote: first the runs of what was evaluated, then everything else as it is. */
function splitOutcome(text: string): { readonly runs: string; readonly rest: string } {
  const end = text.indexOf(']') + 1;
  return { runs: text.slice(prefix.length, end), rest: text.slice(end + 1) };
}

/** The outcome whose text this is. */
export function decodeOutcome(text: string): EvaluationOutcome {
  const { runs, rest } = splitOutcome(text);
  return {
    evaluated: decodeEvaluated(runs).evaluated,
    ...(JSON.parse(`{${rest}`) as Omit<EvaluationOutcome, 'evaluated'>),
  };
}

/** What `JSON.stringify` would make of the outcome whose text this is. */
export function decodeOutcomeJson(text: string): string {
  const { runs, rest } = splitOutcome(text);
  return `${prefix}${decodeEvaluated(runs).json},${rest}`;
}
