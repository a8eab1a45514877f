import { unknown, Unknown, type Outcome } from '@tamis/lang';
import { findSimilarName } from '@tamis/library';
import type { MatchPlan } from '../plan/plan-node.js';
import type { Term } from './frame.js';

/** What `match.value` and `match.score` of a message show: of the first search, in text order, that found something. */
export function compileMatch({ member, lengths }: MatchPlan, terms: readonly Term[]): Term {
  const nothing = unknown({ cause: 'missing', path: `match.${member}` });
  return (frame): Outcome => {
    let start = 0;
    for (const length of lengths) {
      const [name, ...others] = terms.slice(start, start + length).map((term) => term(frame));
      start += length;
      if (typeof name !== 'string') continue;
      const found = findSimilarName(name, others, frame.environment);
      if (found !== null && !(found instanceof Unknown)) return found[member];
    }
    return nothing;
  };
}
