import {
  executedMatrices,
  type CompiledRuleSet,
  type Context,
  type RecordSource,
  type RuleSetContent,
} from '@tamis/engine';
import { needsOverlay, overlaidInputs, overlayNeeds } from '@tamis/dry-run';
import type { Target } from '@tamis/lang';

import type { PartNeeds } from '../../../decisions/evaluations/index.js';
import { findPublishedMatrices } from '../../../decisions/rule-sets/index.js';
import type { Queryable } from '../../../../platform/database/index.js';
import type { AccountNumberCipher } from '../../../../platform/secrets/index.js';
import type { ReferencedLists } from '../domain/referenced-lists.js';
import type { ExactnessLog } from '../domain/exactness.js';
import type { ReplayedType, ReplayPlan } from '../domain/replay-plan.js';
import type { RecordedOutcome, StoredEvaluation } from '../domain/stored-evaluation.js';
import { compileStoredRuleSet } from '../domain/compile-stored-rule-set.js';
import type { WindowLookback } from '../domain/window-lookback.js';
import type { PastScreenings } from './past-screenings.js';
import type { EvaluationPart } from '../persistence/past-transactions.js';

export const replayTargets: Readonly<Record<ReplayedType, Target>> = {
  transaction: 'transaction',
  person: 'person',
  company: 'company',
  user_event: 'userEvent',
};

/** What streams of past events are read with. */
export interface ReplayContext {
  /** In a transaction of the organization, over one snapshot. */
  readonly client: Queryable;
  readonly organizationId: string;
  readonly plan: ReplayPlan;
  readonly numbers: AccountNumberCipher;
  readonly reach: WindowLookback;
  readonly lists: ReferencedLists;
  readonly exactness: ExactnessLog;
  readonly matrices: PastMatrices;
  /** What the rules of any side name of entities that is stored apart from them. */
  readonly parts: PartNeeds;
  /** What screenings tell the rules of any side; null: they ask for none. */
  readonly screenings: PastScreenings | null;
  readonly filter: RecordFilter | null;
  /** Of candidates that see effects of rules as they were recorded, though they would have had others. */
  readonly foreign?: ForeignEffects;
  /** By source, entities one of which each record that is read names. Sources that are absent are read whole. */
  readonly parties?: ReadonlyMap<RecordSource, readonly string[]>;
}

export interface ForeignEffects {
  /** Of the candidates whose rules read what they change. */
  readonly versions: readonly string[];
  /** What they read, for people. */
  readonly inputs: readonly string[];
}

/** The candidates with rules that read what rules of the same set change. Undefined: none, or each sees its own effects. */
export function foreignEffects(
  { overlay }: ReplayPlan,
  candidates: readonly CompiledRuleSet[],
): ForeignEffects | undefined {
  const found = candidates.map((set) => ({ version: set.version, needs: overlayNeeds(set) }));
  const reading = overlay ? [] : found.filter(({ needs }) => needsOverlay(needs));
  if (reading.length === 0) return undefined;
  const inputs = [...new Set(reading.flatMap(({ needs }) => overlaidInputs(needs)))];
  return { versions: reading.map(({ version }) => version), inputs };
}

/** Notes a run that another set decided than a candidate that reads what its rules change. */
export function recordForeignEffects({ foreign, exactness }: ReplayContext, { recorded }: StoredEvaluation): void {
  if (!foreign?.versions.some((version) => version !== recorded?.ruleSetVersion)) return;
  const why = `${foreign.inputs.join(', ')} are as the rules of that time left them; \`overlay\` shows what the candidate leaves`;
  exactness.record('effects', why);
}

/** Events of one batch: so few that most are gone before memory is cleaned up. */
export const eventBatchSize = 250;

/** Where windows begin: so much before the period. Null: with the first record. */
export function readStart({ plan, reach }: ReplayContext): Date | null {
  return reach.longestMs === null ? null : new Date(Date.parse(plan.from) - reach.longestMs);
}

export const isInPeriod = ({ plan }: ReplayContext, now: Date): boolean =>
  now.getTime() >= Date.parse(plan.from) && now.getTime() <= Date.parse(plan.to);

/** Null: no rules ran. */
export const toRecordedOutcome = (row: EvaluationPart): RecordedOutcome | null =>
  row.context && {
    ruleSetVersion: row.rule_set_version,
    decision: row.decision,
    totalScore: row.total_score,
    hits: row.hit_rule_ids,
  };

/** Which matrices a run was asked to execute. */
export class PastMatrices {
  private readonly matricesByRevision = new Map<number, Pick<RuleSetContent, 'matrices' | 'defaultMatrices'>>();

  constructor(
    private readonly client: Queryable,
    private readonly organizationId: string,
  ) {}

  /** To be called before `of`, with the rows it is asked about. */
  async preload(rows: readonly EvaluationPart[]): Promise<void> {
    for (const revision of new Set(rows.flatMap((row) => (row.evaluated_at ? [row.rule_set_revision] : []))))
      if (!this.matricesByRevision.has(revision))
        this.matricesByRevision.set(revision, await findPublishedMatrices(this.client, this.organizationId, revision));
  }

  /** Keys; undefined: it ran by the defaults, so it does so again, with those of each side. */
  matricesOf(target: Target, { matrices, rule_set_revision: revision }: EvaluationPart): readonly string[] | undefined {
    const published = this.matricesByRevision.get(revision);
    if (!published) throw new Error(`the matrices of revision ${revision} were not loaded`);
    const usual = executedMatrices(published, { target, trigger: '', now: 0 });
    const executed = matrices ?? [];
    const isUsual = executed.length === usual.length && usual.every(({ key }, at) => key === executed[at]?.matrix);
    return isUsual ? undefined : executed.map(({ matrix }) => matrix);
  }
}

/** Tells the records that are evaluated from those that are only in windows. */
export class RecordFilter {
  readonly set: CompiledRuleSet;

  constructor(content: RuleSetContent) {
    this.set = compileStoredRuleSet(content);
  }

  matches(context: Context, target: Target, now: number): boolean {
    const run = { evaluationId: '', target, trigger: 'manual', now, matrices: [] };
    return this.set.evaluate(context, { windows: {} }, run).hits.length > 0;
  }
}
