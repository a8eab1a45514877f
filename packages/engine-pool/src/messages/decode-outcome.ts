import type { RunOutcome } from '@tamis/engine';
import { indexesOf } from './outcome-codes.js';

const head = '{"evaluated":';

/** Of one run after another the same rules are evaluated: the last list is kept. */
let last = { runs: '[]', evaluated: [] as readonly number[], json: '[]' };

function evaluatedOf(runs: string): typeof last {
  if (runs !== last.runs) {
    const evaluated = indexesOf(JSON.parse(runs) as readonly number[]);
    last = { runs, evaluated, json: JSON.stringify(evaluated) };
  }
  return last;
}

/** What `encodeOutcome` wrote: first the runs of what was evaluated, then everything else as it is. */
function partsOf(text: string): { readonly runs: string; readonly rest: string } {
  const end = text.indexOf(']') + 1;
  return { runs: text.slice(head.length, end), rest: text.slice(end + 1) };
}

/** The outcome whose text this is. */
export function decodeOutcome(text: string): RunOutcome {
  const { runs, rest } = partsOf(text);
  return { evaluated: evaluatedOf(runs).evaluated, ...(JSON.parse(`{${rest}`) as Omit<RunOutcome, 'evaluated'>) };
}

/** What `JSON.stringify` would make of the outcome whose text this is. */
export function decodeOutcomeJson(text: string): string {
  const { runs, rest } = partsOf(text);
  return `${head}${evaluatedOf(runs).json},${rest}`;
}
