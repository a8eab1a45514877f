import { Injectable } from '@nestjs/common';
import type { Context, FactRequests, Run } from '@tamis/engine';

import type { TransactionClient } from '../../../../platform/database/index.js';
import { ApiError } from '../../../../platform/http/index.js';
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
import type { DecidedNow } from '../domain/run-report.js';
import { type IsChanged, watchedMatrices } from '../domain/watched-matrices.js';
import { windowLockKeys } from '../domain/window-lock-keys.js';
import { furtherFacts } from './further-facts.js';
import { RunFacts } from './run-facts.js';
import { subjectFor } from './subject-for.js';

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

/** A run as the rules understand it that were in force when this process last looked. */
export interface PreparedRun {
  readonly request: DecisionRequest;
  readonly context: Context;
  readonly set: LoadedRuleSet;
  readonly run: Run;
  readonly requests: FactRequests;
  /** Keys of the locks it must hold while it is decided and stored: it shares them with the runs that it may count, or that may count it. */
  readonly locks: readonly string[];
}

/** Whether windows are made of such records. */
const isCounted: Readonly<Record<RecordType, boolean>> = {
  transaction: true,
  user_event: true,
  person: false,
  company: false,
};

/** Decides by the rules in force on records, inside the database transaction that stores the records or their change. */
@Injectable()
export class DecideRecord {
  constructor(
    private readonly ruleSets: RuleSets,
    private readonly evaluations: Evaluations,
    private readonly rates: CurrencyRates,
  ) {}

  /** Throws 422 for a named matrix that does not run, 409 for a rule that is not in force. */
  async prepare(client: TransactionClient, asked: DecisionRequest): Promise<PreparedRun> {
    const { matrices } = asked;
    const { organizationId, recordType } = asked.subject;
    const last = await this.ruleSets.lastSeen(client, organizationId);
    const known = hasRunning(last, matrices) ? last : await this.ruleSets.newest(client, organizationId);
    const set = decidingSet(known, asked);
    const request = { ...asked, subject: await subjectFor(client, set, asked.subject) };
    const { subject } = request;
    const run = runIn(set, request);
    const context = subject.context?.() ?? (JSON.parse(subject.contextJson) as Context);
    const requests = set.compiled.requests(context, run);
    // What no window counts need not wait for what one counts.
    const locks = isCounted[recordType] ? windowLockKeys(organizationId, requests, context) : [];
    return { request, context, set, run, requests, locks };
  }

  /**
   * Decides on records of one organization that share no lock, whose locks are held: what each reads leaves in one write, and the rules
   * of all are run at once. Null in the place of one whose rules were replaced since it was prepared: it is to be prepared again.
   */
  decide(client: TransactionClient, runs: readonly PreparedRun[]): Promise<readonly (DecidedNow | null)[]> {
    return Promise.all(runs.map((run) => this.decideOne(client, run)));
  }

  private async decideOne(
    client: TransactionClient,
    { request, context, set, run, requests }: PreparedRun,
  ): Promise<DecidedNow | null> {
    const { organizationId, contextJson } = request.subject;
    const { ruleId } = request;
    const source = new RunFacts(client, organizationId, this.rates, request.subject);
    const facts = await source.gather(requests);
    if ((facts.pointer?.revision ?? 0) !== set.revision) {
      await this.ruleSets.at(client, organizationId, facts.pointer);
      return null;
    }
    const json = await furtherFacts(set, { context, run, requests }, facts.json, source);
    const evaluated = await this.evaluations.evaluate(set, contextJson, json, run);
    return { set, run, ...evaluated, context: contextJson, facts: json, ...(ruleId !== undefined && { ruleId }) };
  }
}

function runIn(set: LoadedRuleSet, { subject, evaluationId, trigger, stage, ...request }: DecisionRequest): Run {
  const target = targets[subject.recordType];
  const asked: Run = { evaluationId, target, trigger, now: subject.now.getTime(), ...(stage && { stage }) };
  if (request.ruleId !== undefined) return { ...asked, ...aloneScope(set) };
  const keys = matricesOf(set, request.matrices);
  const run = keys === undefined ? asked : { ...asked, matrices: keys };
  const watched = request.isChanged && watchedMatrices(set, run, request.isChanged);
  return watched ? { ...run, matrices: watched } : run;
}

/** What decides of a set. */
function decidingSet(set: LoadedRuleSet, request: DecisionRequest): LoadedRuleSet {
  const { ruleId, isChanged } = request;
  if (ruleId !== undefined) {
    const alone = ruleAlone(set, ruleId);
    if (!alone) throw new ApiError('RULE_NOT_ACTIVE', 'The rule is not in force');
    return alone;
  }
  // A run without matrices is one of the rules that have none, and not what is meant where all matrices were left out.
  return isChanged && runIn(set, request).matrices?.length === 0 ? withoutRules(set) : set;
}
