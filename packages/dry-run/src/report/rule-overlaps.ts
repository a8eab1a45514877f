import type { RuleOverlap } from './dry-run-report.js';
import { share } from './ratios.js';

const maxShown = 20;
/** Maximum number of rules for which pairs are counted, since the table grows with the square of the number of rules. */
const maxRules = 1_000;

/** Counts how often two rules of a set hit the same record. */
export class RuleOverlaps {
  private readonly together: Uint32Array | null;

  constructor(private readonly rules: number) {
    this.together = rules <= maxRules ? new Uint32Array(rules * rules) : null;
  }

  /** Rule indexes in ascending order. */
  add(hits: readonly number[]): void {
    const { together, rules } = this;
    if (!together) return;
    for (let first = 0; first < hits.length; first++)
      for (let second = first + 1; second < hits.length; second++)
        together[(hits[first] as number) * rules + (hits[second] as number)]! += 1;
  }

  /** Returns the positions and counts of pairs that occurred. */
  state(): readonly (readonly [number, number])[] {
    return [...(this.together?.entries() ?? [])].filter(([, count]) => count > 0);
  }

  merge(state: readonly (readonly [number, number])[]): void {
    for (const [at, count] of state) if (this.together) this.together[at]! += count;
  }

  result(keys: readonly string[], hits: Float64Array): readonly RuleOverlap[] {
    const { together, rules } = this;
    const found: RuleOverlap[] = [];
    for (const [at, bothHit] of together?.entries() ?? []) {
      if (bothHit === 0) continue;
      const [a, b] = [Math.floor(at / rules), at % rules];
      const either = (hits[a] as number) + (hits[b] as number) - bothHit;
      found.push({ a: keys[a] as string, b: keys[b] as string, bothHit, jaccard: share(bothHit, either) ?? 0 });
    }
    // Equal pairs stay in set order.
    return found.sort((a, b) => b.jaccard - a.jaccard || b.bothHit - a.bothHit).slice(0, maxShown);
  }
}
