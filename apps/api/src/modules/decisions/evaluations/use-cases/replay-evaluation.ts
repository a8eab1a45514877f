import { Injectable, Logger } from '@nestjs/common';
import type { Context, Facts, EvaluationOutcome } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import { RuleEngine, findRuleSet, type LoadedRuleSet, singleRuleSet, RuleSets } from '../../rule-sets/index.js';
import { ScreeningPort } from '../domain/screening-port.js';
import { type Difference, differences } from '../domain/differences.js';
import { isReplayable } from '../domain/evaluation-view.js';
import { inputDifferences, type InputReason } from '../domain/input-differences.js';
import { jointPartNeeds } from '../domain/part-needs.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import { gatherFurtherFacts, FactGatherer } from './gather-facts.js';
import { withKnownParts } from './known-contexts.js';
import { ReadEvaluations } from './read-evaluations.js';

export interface ReplayRequest {
  /**
   * With `recompute`, windows, rates and reads from the entire history are read again in their current state, while lists, reference data
   * and screenings are read as they were. The record itself is that of the evaluation. Default: everything as originally read.
   */
  readonly mode?: 'inputs' | 'recompute';
  /** Version as in request paths. Default: the one of the original evaluation. Facts for any other version are always gathered again. */
  readonly ruleSetVersion?: string;
}

/** A difference and its origin. `defect` means that equal inputs led to different bytes. */
export interface ReplayDifference extends Difference {
  readonly because: InputReason | 'rule_set' | 'defect';
}

/** The result of deciding an evaluation again. */
export interface Replay {
  readonly original: StoredEvaluation;
  readonly set: LoadedRuleSet;
  readonly outcome: EvaluationOutcome;
  /** Whether the outcome is byte-for-byte equal to the stored one. */
  readonly isEqual: boolean;
  readonly differences: readonly ReplayDifference[];
}

/** Decides stored evaluations again. Stores nothing, and executes no actions. */
@Injectable()
export class ReplayEvaluation {
  private readonly logger = new Logger('replay');

  constructor(
    private readonly readEvaluations: ReadEvaluations,
    private readonly evaluations: RuleEngine,
    private readonly ruleSets: RuleSets,
    private readonly database: TenantDatabase,
    private readonly rates: CurrencyRates,
    private readonly screenings: ScreeningPort,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Throws 409 `ENGINE_VERSION_UNAVAILABLE` if the engine of the evaluation had different results for the same rules, and 404
   * `RULE_SET_NOT_FOUND` if the organization never had the named rule set.
   */
  async replay(principal: Principal, id: string, { mode = 'inputs', ruleSetVersion }: ReplayRequest): Promise<Replay> {
    const original = await this.readEvaluations.get(principal, id);
    const set = await this.resolveRuleSet(original, ruleSetVersion);
    if (set === original.decided.set) assertReplayable(original);
    const isAsked = mode === 'recompute' || set !== original.decided.set;
    if (!isAsked) return this.evaluateAgain(original, set, original.row);
    const context = await this.fillContext(original, set);
    const facts = await this.gatherCurrentFacts(original, set, context);
    return this.evaluateAgain(original, set, { context: JSON.stringify(context), facts });
  }

  /** Like `replay`, from the stored inputs, for internal use by the server. */
  async replayStored(organizationId: string, id: string): Promise<Replay> {
    const original = await this.readEvaluations.getForSystem(organizationId, id);
    assertReplayable(original);
    return this.evaluateAgain(original, original.decided.set, original.row);
  }

  private async evaluateAgain(
    original: StoredEvaluation,
    set: LoadedRuleSet,
    { context, facts }: Pick<StoredEvaluation['row'], 'context' | 'facts'>,
  ): Promise<Replay> {
    const { row, decided } = original;
    const { outcome, outcomeJson: text } = await this.evaluations.evaluate(set, context, facts, decided.run);
    const isEqual = text === row.outcome;
    const isSameSet = set === decided.set;
    const inputs =
      facts === row.facts || !isSameSet ? [] : inputDifferences(original.facts, JSON.parse(facts) as Facts);
    if (isEqual) return { original, set, outcome, isEqual, differences: inputs };
    const found = differences(decided.outcome, JSON.parse(text), 'outcome');
    const because: ReplayDifference['because'] = isSameSet ? (inputs[0]?.because ?? 'defect') : 'rule_set';
    if (because === 'defect')
      this.logger.error(
        `replaying evaluation ${row.id} gave another outcome, first at ${found[0]?.path ?? 'its text form'}`,
      );
    return {
      original,
      set,
      outcome,
      isEqual,
      differences: [...inputs, ...found.map((each) => ({ ...each, because }))],
    };
  }

  private async resolveRuleSet({ row, decided }: StoredEvaluation, name: string | undefined): Promise<LoadedRuleSet> {
    if (name === undefined || name === row.ruleSetVersion) return decided.set;
    const { organizationId, ruleId } = row;
    const client = this.database.forOrganization(organizationId);
    const found = await findRuleSet(client, organizationId, name);
    const set = found && (await this.ruleSets.loadPublication(client, organizationId, found));
    const meant = set && ruleId !== null ? singleRuleSet(set, ruleId) : set;
    if (!meant) throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
    return meant.version === decided.set.version ? decided.set : meant;
  }

  /** Returns the record as evaluated, completed with what was known then for rules that read more of it than the original ones. */
  private async fillContext({ row, context, decided }: StoredEvaluation, set: LoadedRuleSet): Promise<Context> {
    const client = this.database.forOrganization(row.organizationId);
    const run = { target: decided.run.target, context, at: row.evaluatedAt };
    const [filled] = await withKnownParts(client, row.organizationId, [run], jointPartNeeds([set.compiled]));
    return filled!;
  }

  /**
   * Returns what the rules would read today about the record as it was. Lists and reference data are in the state in which they were read.
   */
  private gatherCurrentFacts(
    { row, decided: { run }, facts }: StoredEvaluation,
    set: LoadedRuleSet,
    context: Context,
  ): Promise<string> {
    const { organizationId, evaluatedAt: at } = row;
    const states = Object.values(facts.reads ?? {}).flatMap(({ lists = [] }) => lists);
    const revisions = new Map(states.map(({ listId, revision }) => [listId, revision]));
    return this.database.transaction(organizationId, async (client) => {
      const loadNumbers = () => this.secrets.storedAccountNumbers(client, organizationId);
      const sources = { currencies: this.rates, screenings: this.screenings, loadNumbers };
      const then = { at, lists: { at, revisions }, ...(facts.reads && { stored: facts.reads }) };
      const source = new FactGatherer(client, organizationId, sources, row, then);
      const requests = set.compiled.requests(context, run);
      const first = await source.gather(requests);
      return gatherFurtherFacts(set, { context, run, requests }, first.json, source);
    });
  }
}

function assertReplayable(original: StoredEvaluation): void {
  if (!isReplayable(original))
    throw new ApiError(
      'ENGINE_VERSION_UNAVAILABLE',
      'The engine version that decided it is no longer part of this server',
    );
}
