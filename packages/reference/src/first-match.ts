import { isUnknown, unknown, type OperationNode, type Outcome, type Type } from '@tamis/lang';
import { findSimilarName, type SimilarName } from '@tamis/library';
import { subject, type TreeInterpreter } from './evaluate-rule.js';

/** Returns the best name found by one search, or `null` if the search is not true. */
function similarName(term: OperationNode, walk: TreeInterpreter): SimilarName | null {
  const resolution = walk.rule.meaning.resolution(term);
  if (resolution?.kind !== 'application') throw new Error('the checker gave a search no meaning');
  const { operandTypes, implied = [] } = resolution;
  const [name, ...others] = term.operands.map((part, index) =>
    walk.operand(part, operandTypes[index] as Type, subject),
  );
  if (typeof name !== 'string') return null;
  const found = findSimilarName(name, [...others, ...implied], walk.input.environment);
  return isUnknown(found) ? null : found;
}

/** Returns what `match.value` and `match.score` show in a message: the result of the first search, in text order, that found something. */
export function firstMatch(member: 'value' | 'score', walk: TreeInterpreter): Outcome {
  for (const term of walk.rule.matchTerms) {
    const found = similarName(term, walk);
    if (found) return found[member];
  }
  return unknown({ cause: 'missing', path: `match.${member}` });
}
