import { Injectable } from '@nestjs/common';
import type { Context, FactRequests, Run } from '@tamis/engine';

import type { TransactionClient } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import {
  aloneScope,
  Evaluations,
  RuleSets,
  ruleAlone,
  withoutRules,
  type LoadedRuleSet,
} from '../../rule-sets/index.js';
import { hasRunning, matricesOf, type WantedMatrices } from '../domain/running-matrices.js';
import { targets, type RecordType, type RunSubject } from '../domain/run-subject.js';
import type { Decided } from '../domain/run-report.js';
import { type IsChanged, watchedMatrices } from '../domain/watched-matrices.js';
import { windowLockKeys } from '../domain/window-lock-keys.js';
import { lockWindows } from '../persistence/window-locks.js';
import { furtherFacts } from './further-facts.js';
import type { GatheredFacts } from './gather-facts.js';
import { RunFacts } from './run-facts.js';

export interface DecisionRequest {
  readonly subject: RunSubject;
  readonly evaluationId: string;
  /** Word of the trigger: `created`, `updated` … */
  readonly trigger: string;
  readonly matrices: WantedMatrices;
  /** Absent: the run that is answered. */
  readonly stage?: 'async' | undefined;
  /** The one rule to run, in force. Absent: all of them. */
  readonly ruleId?: string | undefined;
  /** Of an update: what it changed. Absent: anything may have. */
  readonly isChanged?: IsChanged | undefined;
}

/** A run that is asked for, as each rule set understands it. */
interface AskedRun {
  readonly context: Context;
  readonly runIn: (set: LoadedRuleSet) => Run;
  /** What decides of a set. */
  readonly decidedBy: (set: LoadedRuleSet) => LoadedRuleSet;
}

/** Whether windows are made of such records. */
const isCounted: Readonly<Record<RecordType, boolean>> = {
  transaction: true,
  user_event: true,
  person: false,
  company: false,
};

/** A rule set that is replaced more often than this while one record waits is a defect somewhere else. */
const maxReloads = 5;

/** Decides by the rules in force on a record, inside the database transaction that stores the record or its change. */
@Injectable()
export class DecideRecord {
  constructor(
    private readonly ruleSets: RuleSets,
    private readonly evaluations: Evaluations,
    private readonly rates: CurrencyRates,
  ) {}

  /** Throws 422 for a named matrix that does not run, 409 for a rule that is not in force. */
  async run(
    client: TransactionClient,
    { subject, evaluationId, trigger, matrices, stage, ruleId, isChanged }: DecisionRequest,
  ): Promise<Decided> {
    const { organizationId, contextJson } = subject;
    const context = JSON.parse(contextJson) as Context;
    const target = targets[subject.recordType];
    const asked: Run = { evaluationId, target, trigger, now: subject.now.getTime(), ...(stage && { stage }) };
    const runIn = (set: LoadedRuleSet): Run => {
      if (ruleId !== undefined) return { ...asked, ...aloneScope(set) };
      const keys = matricesOf(set, matrices);
      const run = keys === undefined ? asked : { ...asked, matrices: keys };
      const watched = isChanged && watchedMatrices(set, run, isChanged);
      return watched ? { ...run, matrices: watched } : run;
    };
    const last = await this.ruleSets.lastSeen(client, organizationId);
    const first = hasRunning(last, matrices) ? last : await this.ruleSets.newest(client, organizationId);
    const decidedBy = (set: LoadedRuleSet): LoadedRuleSet => {
      if (ruleId !== undefined) return needAlone(set, ruleId);
      // A run without matrices is one of the rules that have none, and not what is meant where all matrices were left out.
      return isChanged && runIn(set).matrices?.length === 0 ? withoutRules(set) : set;
    };
    const { set, facts, run } = await this.facts(client, subject, { context, runIn, decidedBy }, first);
    const outcome = await this.evaluations.evaluate(set, contextJson, facts.json, run);
    return { set, run, outcome, context: contextJson, facts: facts.json, ...(ruleId !== undefined && { ruleId }) };
  }

  /** The facts, and the set they were read for, which was in force at that very moment. */
  private async facts(
    client: TransactionClient,
    { organizationId, recordType }: RunSubject,
    { context, runIn, decidedBy }: AskedRun,
    first: LoadedRuleSet,
  ): Promise<{ readonly set: LoadedRuleSet; readonly facts: GatheredFacts; readonly run: Run }> {
    const source = new RunFacts(client, organizationId, this.rates);
    const gather = async (requests: FactRequests): Promise<GatheredFacts> => {
      // What no window counts need not wait for what one counts.
      const locks = isCounted[recordType] ? windowLockKeys(organizationId, requests, context) : [];
      await lockWindows(client, organizationId, locks);
      return source.gather(requests);
    };
    let set = decidedBy(first);
    for (let reload = 0; reload < maxReloads; reload += 1) {
      const run = runIn(set);
      const requests = set.compiled.requests(context, run);
      const facts = await gather(requests);
      if ((facts.pointer?.revision ?? 0) === set.revision) {
        const further = { gather, hasRates: () => source.hasRates() };
        const json = await furtherFacts(set, { context, run, requests }, facts.json, further);
        return { set, run, facts: { ...facts, json } };
      }
      set = decidedBy(await this.ruleSets.at(client, organizationId, facts.pointer));
    }
    throw new Error(`the rule set of ${organizationId} changed ${maxReloads} times during one run`);
  }
}

function needAlone(set: LoadedRuleSet, ruleId: string): LoadedRuleSet {
  const alone = ruleAlone(set, ruleId);
  if (!alone) throw new ApiError('RULE_NOT_ACTIVE', 'The rule is not in force');
  return alone;
}
