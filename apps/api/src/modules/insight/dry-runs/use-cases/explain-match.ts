import { ReplayedFacts } from '@tamis/dry-run';
import { explainRule, gatherFacts, type EvaluationParams, type RuleSetContent, type RuleTrace } from '@tamis/engine';
import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { type AccountNumberCipher, Secrets } from '../../../../platform/secrets/index.js';
import { notFound, stringifyJson } from '../../../../platform/http/index.js';
import { ratesOfPeriod } from '../../../decisions/currency-rates/index.js';
import {
  explainedTo,
  jointPartNeeds,
  loadReferenceData,
  lookUpReference,
  maskFor,
  type MaskedRun,
  requireFactsRead,
  ScreeningPort,
} from '../../../decisions/evaluations/index.js';
import { findReferencedLists } from '../domain/referenced-lists.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { DryRun } from '../domain/dry-run.js';
import { ExactnessLog } from '../domain/exactness.js';
import { keyEntities } from '../domain/key-entities.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import { compileStoredRuleSet } from '../domain/compile-stored-rule-set.js';
import { notStored, overlaid, tooManyEarlier, type Unexplained } from '../domain/unexplained.js';
import { computeWindowLookback } from '../domain/window-lookback.js';
import { findPlan } from '../persistence/dry-run-store.js';
import { findMatches, type StoredMatch } from '../persistence/match-store.js';
import { readStart, type ReplayContext, PastMatrices } from './replay-context.js';
import { PastEvents } from './past-events.js';
import { PastScreenings } from './past-screenings.js';
import { ReadDryRuns } from './read-dry-runs.js';

/** One side of a record, with the condition of each rule as a tree. */
export interface ExplainedSide {
  readonly decision: string;
  readonly totalScore: number;
  readonly rules: readonly RuleTrace[];
}

export interface ExplainedMatch {
  readonly matches: readonly StoredMatch[];
  /** `null` if there is none, or it is not explained. */
  readonly baseline: ExplainedSide | null;
  readonly candidate: ExplainedSide | null;
  /** `null` if everything present is explained. */
  readonly unexplained: Unexplained | null;
}

/** Explains for one record of a dry run why each side reached its result, by replaying everything before it once more. */
@Injectable()
export class ExplainMatch {
  constructor(
    private readonly database: TenantDatabase,
    private readonly reading: ReadDryRuns,
    private readonly secrets: Secrets,
    private readonly screenings: ScreeningPort,
  ) {}

  /** Throws 404 for a record that is not among the matches, and 403 if the caller may not read what the rules of both sides read. */
  async explain(principal: Principal, id: string, recordId: string): Promise<ExplainedMatch> {
    const { organizationId } = principal;
    const run = await this.reading.find(principal, 'dry_run', id);
    const client = this.database.forOrganization(organizationId);
    const matches = await findMatches(client, run, recordId);
    const plan = await findPlan(client, organizationId, id);
    const [match] = matches;
    if (!match || !plan) throw notFound('Match');
    for (const content of [plan.candidates[0]!.content, ...(plan.baseline ? [plan.baseline] : [])])
      requireFactsRead(principal, plan.recordType, compileStoredRuleSet(content));
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const sides = await this.database.transaction(organizationId, (transaction) =>
      explainRecord(transaction, run, { plan, match, principal, numbers, screenings: this.screenings }),
    );
    return { matches, ...sides };
  }
}

type ExplainedSides = Omit<ExplainedMatch, 'matches'>;

const unexplainedSides = (unexplained: Unexplained): ExplainedSides => ({
  baseline: null,
  candidate: null,
  unexplained,
});

interface ExplainedRecord {
  readonly plan: ReplayPlan;
  readonly match: StoredMatch;
  readonly principal: Principal;
  readonly numbers: AccountNumberCipher;
  readonly screenings: ScreeningPort;
}

async function explainRecord(
  client: Transaction,
  { organizationId }: DryRun,
  { plan, match, principal, numbers, screenings }: ExplainedRecord,
): Promise<ExplainedSides> {
  if (plan.overlay) return unexplainedSides(overlaid);
  const candidate = explainableSet(plan.candidates[0]!.content);
  const baseline = plan.baseline && explainableSet(plan.baseline);
  const sets = [candidate, ...(baseline ? [baseline] : [])].map(({ compiled }) => compiled);
  const at = match.occurredAt.toISOString();
  const exactness = new ExactnessLog();
  const past: ReplayContext = {
    client,
    organizationId,
    plan: { ...plan, from: at, to: at },
    numbers,
    reach: computeWindowLookback(sets),
    lists: findReferencedLists(sets),
    exactness,
    matrices: new PastMatrices(client, organizationId),
    parts: jointPartNeeds(sets),
    screenings: PastScreenings.of(sets, screenings, { client, organizationId, exactness }),
    filter: null,
  };
  const atOnce = { ...past, reach: computeWindowLookback([]), lists: findReferencedLists([]) };
  const together = await new PastEvents(atOnce).countInputs();
  if (together > dryRunLimits.explainedRecords) return unexplainedSides(tooManyEarlier(together));
  const subject = await findSubject(atOnce, match.recordId);
  if (!subject) return unexplainedSides(notStored);
  const narrowed = { ...past, parties: keyEntities(sets, subject.context) };
  const before = await new PastEvents(narrowed).countInputs();
  if (before > dryRunLimits.explainedRecords) return unexplainedSides(tooManyEarlier(before));
  const rates = await ratesOfPeriod(client, organizationId, {
    from: readStart(past) ?? new Date(at),
    to: new Date(at),
  });
  await loadReferenceData(sets);
  const { timezone } = plan.candidates[0]!.content;
  const facts = new ReplayedFacts({ rates }, past.reach.paths, timezone, lookUpReference);
  await replayUntil(narrowed, match.recordId, facts);
  const sideOf = (set: ExplainableSet): ExplainedSide => explainSide(principal, set, subject, facts);
  return { candidate: sideOf(candidate), baseline: baseline && sideOf(baseline), unexplained: null };
}

/** Finds the evaluation of a record among those at the same time; `null` if it is no longer stored. */
async function findSubject(atOnce: ReplayContext, recordId: string): Promise<StoredEvaluation | null> {
  let found: StoredEvaluation | null = null;
  // The stream is read to its end, because no query may be in progress when the transaction ends.
  for await (const batch of new PastEvents(atOnce).stream())
    for (const event of batch.flatMap(({ events }) => events))
      if (event.kind === 'run' && event.id === recordId) found = event as StoredEvaluation;
  return found;
}

/** Replays everything that came before a record. */
async function replayUntil(past: ReplayContext, recordId: string, facts: ReplayedFacts): Promise<void> {
  let isBefore = true;
  for await (const batch of new PastEvents(past).stream())
    for (const event of batch.flatMap(({ events }) => events)) {
      if (event.kind === 'run' && event.id === recordId) isBefore = false;
      if (!isBefore) continue;
      if (event.kind === 'list') facts.applyListChange(event);
      else if (event.kind === 'record') facts.ingest(event.record, event.source);
      else if (event.kind === 'status') continue;
      else if (event.target === 'transaction') facts.ingest(event.context, 'transactions');
      else if (event.target === 'userEvent') facts.ingest(event.context, 'userEvents');
    }
}

type ExplainableSet = MaskedRun['set'];

const explainableSet = (content: RuleSetContent): ExplainableSet => ({
  content,
  compiled: compileStoredRuleSet(content),
});

function explainSide(
  principal: Principal,
  set: ExplainableSet,
  subject: StoredEvaluation,
  source: ReplayedFacts,
): ExplainedSide {
  const { compiled } = set;
  const { id, target, trigger, now, matrices, context } = subject;
  source.begin(subject);
  const run: EvaluationParams = { evaluationId: id, target, trigger, now, ...(matrices && { matrices }) };
  const facts = gatherFacts(compiled, context, run, source);
  const outcome = compiled.evaluate(context, facts, run);
  const { decision, totalScore, evaluated } = outcome;
  const rules = evaluated.map((index) =>
    explainRule(compiled.inspectRule(index, context, facts, run), explainedTo(principal)),
  );
  const read = { context: stringifyJson(context), facts: stringifyJson(facts) };
  return maskFor(principal, { set, run, outcome, ...read }, { decision, totalScore, rules });
}
