import { checkRuleSet, type RuleSetContent, type SetRule } from '@tamis/engine';
import { printFile, readRules, revertEachChange } from '@tamis/lang';
import type { ClauseAttribution } from './dry-run-report.js';

/** The maximum number of changes of one rule that are tried individually; with more, the decisive one is not determined. */
const maxChanges = 16;

/** Used instead of a clause. */
const severalClauses = 'several';

/** One change of a rule, and a separate set with the rule without it; `null` if this is not a valid rule, or need not be tried. */
export interface RevertedChange {
  readonly clause: string;
  readonly before: string;
  readonly after: string;
  readonly without: RuleSetContent | null;
}

/** Returns the differences between two versions of a rule, to find out which change made a record differ. */
export function revertedChanges(before: SetRule, after: SetRule, content: RuleSetContent): readonly RevertedChange[] {
  const [older, newer] = [before.content.source, after.content.source].map((source) => readRules(source).file);
  if (!older || !newer) return [];
  const changes = revertEachChange(older, newer);
  if (changes.length > maxChanges) return [];
  return changes.map(({ clause, before: was, after: is, file }) => {
    const without = { ...content, rules: [{ ...after.content, source: printFile(file) }] };
    // A single change caused all differences.
    const isTried = changes.length > 1 && checkRuleSet(without).ok;
    return { clause, before: was, after: is, without: isTried ? without : null };
  });
}

/** The numbers of gained and lost records, for each change and for several together, as JSON. */
export type AttributionState = readonly (readonly [gained: number, lost: number])[];

/**
 * Determines for each record which change of a rule caused the difference: the one without which the result would be as before. If there is
 * none, or more than one, several changes caused it.
 */
export class Attribution {
  /** The last entry counts differences by several changes. */
  private readonly counts: [gained: number, lost: number][];

  /** @param tries which side each change is tried on; null: it is not. */
  constructor(
    private readonly changes: readonly RevertedChange[],
    private readonly revertedSides: readonly (number | null)[],
  ) {
    this.counts = [...changes.map((): [number, number] => [0, 0]), [0, 0]];
  }

  /**
   * Adds a record that the rule of only one side hits; returns the clause that caused the difference. `hits` tells whether the rule that is
   * tried on a side hits.
   */
  add(isGained: boolean, hits: (side: number) => boolean): string {
    const decisive = this.changes.flatMap((_, at) => (this.isDecisive(at, isGained, hits) ? [at] : []));
    const [only] = decisive;
    const place = only === undefined || decisive.length > 1 ? this.changes.length : only;
    const counts = this.counts[place];
    if (counts) counts[isGained ? 0 : 1] += 1;
    return this.changes[place]?.clause ?? severalClauses;
  }

  /** Returns the changes that caused a difference, in the order of the rule. */
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

  /** Whether the rule would have its previous result without the change. */
  private isDecisive(at: number, isGained: boolean, hits: (side: number) => boolean): boolean {
    if (this.changes.length === 1) return true;
    const side = this.revertedSides[at] ?? null;
    return side !== null && hits(side) !== isGained;
  }
}
