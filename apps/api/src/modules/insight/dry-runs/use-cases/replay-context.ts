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

/** Context in which streams of past events are read. */
export interface ReplayContext {
  /** In a transaction of the organization, with a single snapshot. */
  readonly client: Queryable;
  readonly organizationId: string;
  readonly plan: ReplayPlan;
  readonly numbers: AccountNumberCipher;
  readonly reach: WindowLookback;
  readonly lists: ReferencedLists;
  readonly exactness: ExactnessLog;
  readonly matrices: PastMatrices;
  /** Data of entities that is stored separately and read by rules of any side. */
  readonly parts: PartNeeds;
  /** Provides screenings to the rules of any side; `null` if they require none. */
  readonly screenings: PastScreenings | null;
  readonly filter: RecordFilter | null;
  /** Candidates that see rule effects as recorded, although their own effects would have differed. */
  readonly foreign?: ForeignEffects;
  /** By source: entities, one of which every record read must refer to. Sources that are absent are read completely. */
  readonly parties?: ReadonlyMap<RecordSource, readonly string[]>;
}

export interface ForeignEffects {
  /** Versions of the candidates whose rules read what they change. */
  readonly versions: readonly string[];
  /** What they read, described for people. */
  readonly inputs: readonly string[];
}

/**
 * Returns the candidates with rules that read what rules of the same set change; undefined if there are none, or each one sees its own
 * effects.
 */
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

/** Records an evaluation that was decided by a rule set other than a candidate that reads what its rules change. */
export function recordForeignEffects({ foreign, exactness }: ReplayContext, { recorded }: StoredEvaluation): void {
  if (!foreign?.versions.some((version) => version !== recorded?.ruleSetVersion)) return;
  const why = `${foreign.inputs.join(', ')} are as the rules of that time left them; use \`overlay\` to see the candidate's effects`;
  exactness.record('effects', why);
}

/** Number of events per batch: small enough that most are freed before the garbage collector runs. */
export const eventBatchSize = 250;

/** Returns where windows begin: by the longest window before the period. Returns `null` to start with the first record. */
export function readStart({ plan, reach }: ReplayContext): Date | null {
  return reach.longestMs === null ? null : new Date(Date.parse(plan.from) - reach.longestMs);
}

export const isInPeriod = ({ plan }: ReplayContext, now: Date): boolean =>
  now.getTime() >= Date.parse(plan.from) && now.getTime() <= Date.parse(plan.to);

/** Returns `null` if no rules ran. */
export const toRecordedOutcome = (row: EvaluationPart): RecordedOutcome | null =>
  row.context && {
    ruleSetVersion: row.rule_set_version,
    decision: row.decision,
    totalScore: row.total_score,
    hits: row.hit_rule_ids,
  };

/** Determines which matrices an evaluation was requested to execute. */
export class PastMatrices {
  private readonly matricesByRevision = new Map<number, Pick<RuleSetContent, 'matrices' | 'defaultMatrices'>>();

  constructor(
    private readonly client: Queryable,
    private readonly organizationId: string,
  ) {}

  /** Must be called before `matricesOf`, with the same rows. */
  async preload(rows: readonly EvaluationPart[]): Promise<void> {
    for (const revision of new Set(rows.flatMap((row) => (row.evaluated_at ? [row.rule_set_revision] : []))))
      if (!this.matricesByRevision.has(revision))
        this.matricesByRevision.set(revision, await findPublishedMatrices(this.client, this.organizationId, revision));
  }

  /** Returns matrix keys; undefined if it used the defaults, in which case it does so again, with the defaults of each side. */
  matricesOf(target: Target, { matrices, rule_set_revision: revision }: EvaluationPart): readonly string[] | undefined {
    const published = this.matricesByRevision.get(revision);
    if (!published) throw new Error(`the matrices of revision ${revision} were not loaded`);
    const usual = executedMatrices(published, { target, trigger: '', now: 0 });
    const executed = matrices ?? [];
    const isUsual = executed.length === usual.length && usual.every(({ key }, at) => key === executed[at]?.matrix);
    return isUsual ? undefined : executed.map(({ matrix }) => matrix);
  }
}

/** Distinguishes records that are evaluated from those that only occur in windows. */
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
