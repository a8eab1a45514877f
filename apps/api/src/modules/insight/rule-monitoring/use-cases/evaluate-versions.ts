import { setImmediate } from 'node:timers/promises';
import { type CompiledRuleSet, compileRuleSet, type RuleSetContent, type EvaluationOutcome } from '@tamis/engine';
import { Attribution, type ClauseAttribution, revertedChanges } from '@tamis/dry-run';

import type { StoredEvaluation } from '../../../decisions/evaluations/index.js';
import type { VersionPair } from '../domain/version-pair.js';

/** Evaluations between two pauses in which other requests are handled. */
const evaluationsPerTick = 10;

/** The result that each version would have had if it had been active. */
export interface OutcomeByVersion {
  readonly base: EvaluationOutcome;
  readonly head: EvaluationOutcome;
}

/** Decides evaluations again from their inputs, with one version of an active rule and with the other. */
export class EvaluateVersions {
  private readonly sets = new Map<string, { readonly base: CompiledRuleSet; readonly head: CompiledRuleSet }>();

  evaluate(run: StoredEvaluation, pair: VersionPair): OutcomeByVersion {
    const { base, head } = this.ruleSetsOf(pair);
    const { context, facts, decided } = run;
    return { base: base.evaluate(context, facts, decided.run), head: head.evaluate(context, facts, decided.run) };
  }

  private ruleSetsOf(pair: VersionPair) {
    const key = String(pair.set.revision);
    const known = this.sets.get(key);
    if (known) return known;
    const made = { base: ruleSetWithVersion(pair, 'base'), head: ruleSetWithVersion(pair, 'head') };
    this.sets.set(key, made);
    return made;
  }
}

/** Returns the rule set of a publication in which one of the versions decides and the other is not evaluated. */
function ruleSetWithVersion({ set, base, head }: VersionPair, which: 'base' | 'head'): CompiledRuleSet {
  const [kept, dropped] = which === 'base' ? [base, head] : [head, base];
  const rules = set.content.rules.flatMap((rule) => {
    if (isSame(rule, dropped.content) && kept !== dropped) return [];
    return [isSame(rule, kept.content) ? { ...rule, status: 'active' as const } : rule];
  });
  return compileContent({ ...set.content, rules }, set.compiled);
}

const isSame = (
  a: { readonly ruleId: string; readonly version: number },
  b: { readonly ruleId: string; readonly version: number },
): boolean => a.ruleId === b.ruleId && a.version === b.version;

function compileContent(content: RuleSetContent, like: CompiledRuleSet): CompiledRuleSet {
  const made = compileRuleSet(content, { previous: [like] });
  if (!made.ok) throw new Error(`rules that were evaluated do not compile: ${JSON.stringify(made.error)}`);
  return made.value;
}

export interface DifferingEvaluation {
  readonly run: StoredEvaluation;
  readonly pair: VersionPair;
  readonly change: 'gained' | 'lost' | 'unknown';
}

export interface DifferenceExplanation {
  /** From the base version's decision to the head version's. */
  readonly decisionFlips: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  readonly attribution: readonly ClauseAttribution[];
}

/** Explains what changed through the different version, and which of its changes caused that. */
export async function explainDiffering(differing: readonly DifferingEvaluation[]): Promise<DifferenceExplanation> {
  const [first] = differing;
  if (!first) return { decisionFlips: [], attribution: [] };
  const deciding = new EvaluateVersions();
  const flips = new Map<string, number>();
  const { base, head, set } = first.pair;
  const changes = revertedChanges(base, head, set.content);
  const tried = changes.map(({ without }) => without && compileContent(without, set.compiled));
  const attribution = new Attribution(
    changes,
    tried.map((each, index) => (each ? index : null)),
  );
  for (const [index, { run, pair, change }] of differing.entries()) {
    if (index % evaluationsPerTick === 0) await setImmediate();
    const decided = deciding.evaluate(run, pair);
    const flip = `${decided.base.decision} ${decided.head.decision}`;
    if (decided.base.decision !== decided.head.decision) flips.set(flip, (flips.get(flip) ?? 0) + 1);
    if (change === 'unknown') continue;
    const { context, facts, decided: was } = run;
    attribution.add(change === 'gained', (side) => tried[side]!.evaluate(context, facts, was.run).hits.length > 0);
  }
  const decisionFlips = [...flips]
    .map(([flip, count]) => ({ from: flip.split(' ')[0]!, to: flip.split(' ')[1]!, count }))
    .sort((a, b) => b.count - a.count);
  return { decisionFlips, attribution: attribution.result() };
}
