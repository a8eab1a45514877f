import { ReplayedFacts } from '@tamis/dry-run';
import { type CompiledRuleSet, explainRule, gatherFacts, type Run, type RuleTrace } from '@tamis/engine';
import { Injectable } from '@nestjs/common';

import { TenantDatabase, type TransactionClient } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { ratesOfPeriod } from '../../../decisions/currency-rates/index.js';
import { askedLists } from '../domain/asked-lists.js';
import { dryRunLimits } from '../domain/dry-run-limits.js';
import type { DryRun } from '../domain/dry-run.js';
import { ExactnessLog } from '../domain/exactness.js';
import { keyEntities } from '../domain/key-entities.js';
import type { ReplayPlan } from '../domain/replay-plan.js';
import type { StoredRun } from '../domain/stored-run.js';
import { storedSet } from '../domain/stored-set.js';
import { notStored, overlaid, tooManyEarlier, type Unexplained } from '../domain/unexplained.js';
import { windowReach } from '../domain/window-reach.js';
import { findPlan } from '../persistence/dry-run-store.js';
import { findMatches, type StoredMatch } from '../persistence/match-store.js';
import { firstRead, type Past, PastMatrices } from './past.js';
import { PastEvents } from './past-events.js';
import { ReadDryRuns } from './read-dry-runs.js';

/** One side of a record, with the condition of each rule as a tree. */
export interface ExplainedSide {
  readonly decision: string;
  readonly totalScore: number;
  readonly rules: readonly RuleTrace[];
}

export interface ExplainedMatch {
  readonly matches: readonly StoredMatch[];
  /** Null: there is none, or it is not explained. */
  readonly baseline: ExplainedSide | null;
  readonly candidate: ExplainedSide | null;
  /** Null: what is there is explained. */
  readonly unexplained: Unexplained | null;
}

/** Says of one record of a dry run why both sides came to what they did: what came before it is replayed once more. */
@Injectable()
export class ExplainMatch {
  constructor(
    private readonly database: TenantDatabase,
    private readonly reading: ReadDryRuns,
  ) {}

  /** Throws 404 for a record that is not among the matches. */
  async run(organizationId: string, id: string, recordId: string): Promise<ExplainedMatch> {
    const run = await this.reading.one(organizationId, 'dry_run', id);
    const client = this.database.of(organizationId);
    const matches = await findMatches(client, run, recordId);
    const plan = await findPlan(client, organizationId, id);
    const [match] = matches;
    if (!match || !plan) throw notFound('Match');
    const sides = await this.database.transaction(organizationId, (transaction) =>
      explain(transaction, run, { plan, match }),
    );
    return { matches, ...sides };
  }
}

type Sides = Omit<ExplainedMatch, 'matches'>;

const without = (unexplained: Unexplained): Sides => ({ baseline: null, candidate: null, unexplained });

async function explain(
  client: TransactionClient,
  { organizationId }: DryRun,
  { plan, match }: { readonly plan: ReplayPlan; readonly match: StoredMatch },
): Promise<Sides> {
  if (plan.overlay) return without(overlaid);
  const candidate = storedSet(plan.candidates[0]!.content);
  const baseline = plan.baseline && storedSet(plan.baseline);
  const sets = [candidate, ...(baseline ? [baseline] : [])];
  const at = match.occurredAt.toISOString();
  const past: Past = {
    client,
    organizationId,
    plan: { ...plan, from: at, to: at },
    reach: windowReach(sets),
    lists: askedLists(sets),
    exactness: new ExactnessLog(),
    matrices: new PastMatrices(client, organizationId),
    filter: null,
  };
  const atOnce = { ...past, reach: windowReach([]), lists: askedLists([]) };
  const together = await new PastEvents(atOnce).size();
  if (together > dryRunLimits.explainedRecords) return without(tooManyEarlier(together));
  const subject = await subjectOf(atOnce, match.recordId);
  if (!subject) return without(notStored);
  const narrowed = { ...past, parties: keyEntities(sets, subject.context) };
  const before = await new PastEvents(narrowed).size();
  if (before > dryRunLimits.explainedRecords) return without(tooManyEarlier(before));
  const rates = await ratesOfPeriod(client, organizationId, {
    from: firstRead(past) ?? new Date(at),
    to: new Date(at),
  });
  const facts = new ReplayedFacts({ rates }, past.reach.paths);
  await arriveBefore(narrowed, match.recordId, facts);
  const sideOf = (set: CompiledRuleSet): ExplainedSide => explained(set, subject, facts);
  return { candidate: sideOf(candidate), baseline: baseline && sideOf(baseline), unexplained: null };
}

/** The run of a record among those of its moment; null: it is not stored any more. */
async function subjectOf(atOnce: Past, recordId: string): Promise<StoredRun | null> {
  let found: StoredRun | null = null;
  // To its end: nothing may be on its way when the transaction ends.
  for await (const batch of new PastEvents(atOnce).stream())
    for (const event of batch.flatMap(({ events }) => events))
      if (event.kind === 'run' && event.id === recordId) found = event as StoredRun;
  return found;
}

/** Takes everything that came before a record. */
async function arriveBefore(past: Past, recordId: string, facts: ReplayedFacts): Promise<void> {
  let isBefore = true;
  for await (const batch of new PastEvents(past).stream())
    for (const event of batch.flatMap(({ events }) => events)) {
      if (event.kind === 'run' && event.id === recordId) isBefore = false;
      if (!isBefore) continue;
      if (event.kind === 'list') facts.changeList(event);
      else if (event.kind === 'record') facts.arrive(event.record, event.source);
      else if (event.kind === 'status') continue;
      else if (event.target === 'transaction') facts.arrive(event.context, 'transactions');
      else if (event.target === 'userEvent') facts.arrive(event.context, 'userEvents');
    }
}

function explained(set: CompiledRuleSet, subject: StoredRun, source: ReplayedFacts): ExplainedSide {
  const { id, target, trigger, now, matrices, context } = subject;
  const run: Run = { evaluationId: id, target, trigger, now, ...(matrices && { matrices }) };
  const facts = gatherFacts(set, context, run, source);
  const { decision, totalScore, evaluated } = set.evaluate(context, facts, run);
  const rules = evaluated.map((index) => explainRule(set.partsOf(index, context, facts, run)));
  return { decision, totalScore, rules };
}
