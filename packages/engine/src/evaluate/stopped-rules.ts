import type { MatrixContent } from '../rules/rule-set-content.js';
import type { SetRule } from '../rules/set-rule.js';

/**
 * Which rules `stop on match` of others stops: their actions besides the suggestion are skipped. A rule in several executed
 * matrices is stopped only where each of them stops it; without matrices all rules of the run are together in one.
 *
 * @param hits rules that hit and count.
 */
export function stoppedRules(hits: readonly SetRule[], executed: readonly MatrixContent[]): (rule: SetRule) => boolean {
  const stopping = hits.filter(({ checked }) => checked.stopOnMatch);
  if (stopping.length === 0) return () => false;
  const highest = (rules: readonly SetRule[]): number => Math.max(...rules.map(({ checked }) => checked.priority));
  if (executed.length === 0) return ({ checked }) => checked.priority < highest(stopping);
  const byMatrix = new Map(
    executed.map(({ key }) => [key, highest(stopping.filter(({ checked }) => checked.matrices.includes(key)))]),
  );
  return ({ checked }) => {
    const own = [...byMatrix].filter(([key]) => checked.matrices.includes(key));
    return own.length > 0 && own.every(([, priority]) => checked.priority < priority);
  };
}
