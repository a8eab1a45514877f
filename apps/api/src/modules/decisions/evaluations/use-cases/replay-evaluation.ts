import { Injectable, Logger } from '@nestjs/common';
import type { Facts, EvaluationOutcome } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { ApiError } from '../../../../platform/http/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import { RuleEngine, findRuleSet, type LoadedRuleSet, singleRuleSet, RuleSets } from '../../rule-sets/index.js';
import { type Difference, differences } from '../domain/differences.js';
import { isReplayable } from '../domain/evaluation-view.js';
import { inputDifferences, type InputReason } from '../domain/input-differences.js';
import type { StoredEvaluation } from '../domain/stored-evaluation.js';
import { gatherFurtherFacts, FactGatherer } from './gather-facts.js';
import { ReadEvaluations } from './read-evaluations.js';

export interface ReplayRequest {
  /**
   * `recompute`: windows, rates and what is asked of records of all time are read again as they are now, lists as they were; the record
   * itself is what was evaluated. Default: everything as it was read then.
   */
  readonly mode?: 'inputs' | 'recompute';
  /** As paths name a set. Default: the one that decided. Another one is always asked for its own inputs. */
  readonly ruleSetVersion?: string;
}

/** A difference and where it is from; `defect`: equal inputs give equal bytes. */
export interface ReplayDifference extends Difference {
  readonly because: InputReason | 'rule_set' | 'defect';
}

/** A run decided once more. */
export interface Replay {
  readonly original: StoredEvaluation;
  readonly set: LoadedRuleSet;
  readonly outcome: EvaluationOutcome;
  /** Whether the outcome has the very bytes that were stored. */
  readonly isEqual: boolean;
  readonly differences: readonly ReplayDifference[];
}

/** Decides stored runs again; nothing is stored, and no action runs. */
@Injectable()
export class ReplayEvaluation {
  private readonly logger = new Logger('replay');

  constructor(
    private readonly readEvaluations: ReadEvaluations,
    private readonly evaluations: RuleEngine,
    private readonly ruleSets: RuleSets,
    private readonly database: TenantDatabase,
    private readonly rates: CurrencyRates,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Throws 409 `ENGINE_VERSION_UNAVAILABLE` for a run of an engine that gave other answers to the same rules, 404
   * `RULE_SET_NOT_FOUND` for a named set the organization never had.
   */
  async replay(principal: Principal, id: string, { mode = 'inputs', ruleSetVersion }: ReplayRequest): Promise<Replay> {
    const original = await this.readEvaluations.get(principal, id);
    const set = await this.resolveRuleSet(original, ruleSetVersion);
    if (set === original.decided.set) assertReplayable(original);
    const isAsked = mode === 'recompute' || set !== original.decided.set;
    return this.evaluateAgain(
      original,
      set,
      isAsked ? await this.gatherCurrentFacts(original, set) : original.row.facts,
    );
  }

  /** As `run`, from the inputs as they are stored, for the server itself. */
  async replayStored(organizationId: string, id: string): Promise<Replay> {
    const original = await this.readEvaluations.getForSystem(organizationId, id);
    assertReplayable(original);
    return this.evaluateAgain(original, original.decided.set, original.row.facts);
  }

  private async evaluateAgain(original: StoredEvaluation, set: LoadedRuleSet, facts: string): Promise<Replay> {
    const { row, decided } = original;
    const { outcome, outcomeJson: text } = await this.evaluations.evaluate(set, row.context, facts, decided.run);
    const isEqual = text === row.outcome;
    const isSameSet = set === decided.set;
    const inputs =
      facts === row.facts || !isSameSet ? [] : inputDifferences(original.facts, JSON.parse(facts) as Facts);
    if (isEqual) return { original, set, outcome, isEqual, differences: inputs };
    const found = differences(decided.outcome, JSON.parse(text), 'outcome');
    const because: ReplayDifference['because'] = isSameSet ? (inputs[0]?.because ?? 'defect') : 'rule_set';
    if (because === 'defect')
      this.logger.error(
        `evaluation ${row.id} is replayed to another outcome, first at ${found[0]?.path ?? 'its spelling'}`,
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

  /** What the rules would read today about the record as it was: lists in the state in which they were read. */
  private gatherCurrentFacts(
    { row, decided: { run }, context, facts }: StoredEvaluation,
    set: LoadedRuleSet,
  ): Promise<string> {
    const { organizationId, evaluatedAt: at } = row;
    const states = Object.values(facts.reads ?? {}).flatMap(({ lists = [] }) => lists);
    const revisions = new Map(states.map(({ listId, revision }) => [listId, revision]));
    return this.database.transaction(organizationId, async (client) => {
      const loadNumbers = () => this.secrets.storedAccountNumbers(client, organizationId);
      const sources = { currencies: this.rates, loadNumbers };
      const source = new FactGatherer(client, organizationId, sources, row, { lists: { at, revisions } });
      const requests = set.compiled.requests(context, run);
      const first = await source.gather(requests);
      return gatherFurtherFacts(set, { context, run, requests }, first.json, source);
    });
  }
}

function assertReplayable(original: StoredEvaluation): void {
  if (!isReplayable(original))
    throw new ApiError('ENGINE_VERSION_UNAVAILABLE', 'The engine that decided it is not part of this server any more');
}
