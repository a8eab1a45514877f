import { checkRuleSet, type RuleSetContent, type SetRule } from '@tamis/engine';
import { printFile, readRules, revertEachChange } from '@tamis/lang';
import type { ClauseAttribution } from './dry-run-report.js';

/** Changes of one rule that are tried out one by one; where there are more nobody can tell which one did it. */
const maxChanges = 16;

/** In the place of a clause. */
const severalClauses = 'several';

/** One change of a rule, and the rule without it as a set of its own; null: it is no rule then, or need not be tried. */
export interface RevertedChange {
  readonly clause: string;
  readonly before: string;
  readonly after: string;
  readonly without: RuleSetContent | null;
}

/** What differs between two versions of a rule, for finding out which change made a record differ. */
export function revertedChanges(before: SetRule, after: SetRule, content: RuleSetContent): readonly RevertedChange[] {
  const [older, newer] = [before.content.source, after.content.source].map((source) => readRules(source).file);
  if (!older || !newer) return [];
  const changes = revertEachChange(older, newer);
  if (changes.length > maxChanges) return [];
  return changes.map(({ clause, before: was, after: is, file }) => {
    const without = { ...content, rules: [{ ...after.content, source: printFile(file) }] };
    // One change alone made every difference.
    const isTried = changes.length > 1 && checkRuleSet(without).ok;
    return { clause, before: was, after: is, without: isTried ? without : null };
  });
}

/** Gained and lost, of each change and of several together. JSON. */
export type AttributionState = readonly (readonly [gained: number, lost: number])[];

/**
 * Which change of a rule made the difference, record by record: the one without which the record would be as before. Where none
 * is, or more than one, it took several.
 */
export class Attribution {
  /** The last one is of several. */
  private readonly counts: [gained: number, lost: number][];

  /** @param tries which side each change is tried on; null: it is not. */
  constructor(
    private readonly changes: readonly RevertedChange[],
    private readonly revertedSides: readonly (number | null)[],
  ) {
    this.counts = [...changes.map((): [number, number] => [0, 0]), [0, 0]];
  }

  /**
   * A record that one side's rule hits and the other's does not; the clause that made the difference. `hits`: of the rule that is
   * tried on a side.
   */
  add(isGained: boolean, hits: (side: number) => boolean): string {
    const decisive = this.changes.flatMap((_, at) => (this.isDecisive(at, isGained, hits) ? [at] : []));
    const [only] = decisive;
    const place = only === undefined || decisive.length > 1 ? this.changes.length : only;
    const counts = this.counts[place];
    if (counts) counts[isGained ? 0 : 1] += 1;
    return this.changes[place]?.clause ?? severalClauses;
  }

  /** Changes that made a difference, in the order of the rule. */
  result(): readonly ClauseAttribution[] {
    return this.counts.flatMap(([gained, lost], at) => {
      if (gained + lost === 0) return [];
      const { clause, before, after } = this.changes[at] ?? { clause: severalClauses, before: '', after: '' };
      return [{ clause, before, after, gained, lost }];
    });
  }

  state(): AttributionState {
    return this.counts.map(([gained, lost]) => [gained, lost]);
  }

  merge(state: AttributionState): void {
    for (const [at, [gained, lost]] of state.entries()) {
      const counts = this.counts[at] as [number, number];
      counts[0] += gained;
      counts[1] += lost;
    }
  }

  /** Without the change, would the rule say what it said before? */
  private isDecisive(at: number, isGained: boolean, hits: (side: number) => boolean): boolean {
    if (this.changes.length === 1) return true;
    const side = this.revertedSides[at] ?? null;
    return side !== null && hits(side) !== isGained;
  }
}
