import { Injectable } from '@nestjs/common';
import { decisions } from '@tamis/library';

import type { Principal } from '../../../platform/auth/index.js';
import { ApiError, invalid } from '../../../platform/http/index.js';
import {
  EvaluateCandidate,
  type EvaluationResult,
  type FactOverrides,
  ruleResult,
  type RuleResult,
  type EvaluableRecord,
  EvaluateOnDemand,
  maskFor,
} from '../../decisions/evaluations/index.js';
import type { LoadedRuleSet } from '../../decisions/rule-sets/index.js';
import { type Candidate, isPublished, RuleCandidates } from '../../rules/rules/index.js';
import { type RecordReference, RecordFinder } from './record-finder.js';
import { ResolveUnsavedRecord } from './resolve-unsaved-record.js';
import { recordTypesOf } from './record-types.js';

export interface ExecuteStoredRequest extends RecordReference {
  readonly version?: number | undefined;
  readonly testMode?: boolean | undefined;
  readonly includeDebug?: boolean | undefined;
}

export interface ExecutedRule extends RuleResult {
  readonly ruleVersion: number;
  readonly ruleSetVersion: string;
  readonly evaluationId: string | null;
  /** Milliseconds. */
  readonly executionTime: number;
}

/** A stored record, or one in the request. */
export interface SelectedRecord extends RecordReference {
  readonly record?: object | null;
  /** The record in the request, as text. */
  readonly raw: string;
}

/** The records on which unsaved rules are evaluated: exactly one of these options. */
export interface RecordSelection {
  readonly on?: SelectedRecord | null | undefined;
  readonly records?: readonly string[] | null | undefined;
  readonly recent?: number | null | undefined;
}

export interface RecordResult extends RuleResult {
  /** `null` if it is not stored. */
  readonly recordId: string | null;
  readonly decision: string;
}

/** A record to evaluate, with facts that override stored data. */
interface RecordToEvaluate {
  readonly id: string | null;
  readonly record: EvaluableRecord;
  readonly overrides?: FactOverrides;
}

/** Limits the results, because each is explained in full while other requests wait. */
const maxResults = 10_000;

/** Throws 400 if the number of rules and records would delay everything else. */
function assertFewResults(rules: number, records: number): void {
  if (rules * records <= maxResults) return;
  const message = `${rules} rules on ${records} records give more than ${maxResults} results; send fewer at once`;
  throw new ApiError('TOO_MANY_ITEMS', message, { source: message });
}

/** Evaluates single rules on records on request. */
@Injectable()
export class ExecuteRules {
  constructor(
    private readonly records: RecordFinder,
    private readonly unsavedRecords: ResolveUnsavedRecord,
    private readonly rules: RuleCandidates,
    private readonly onDemand: EvaluateOnDemand,
    private readonly candidates: EvaluateCandidate,
  ) {}

  /**
   * `POST /rules/{id}/execute`. Throws 404 if the rule, version or record does not exist, 400 if the rule is not about the type of record,
   * and 409 `RULE_NOT_ACTIVE` if the version is not active, unless it is only tested.
   */
  async executeStored(principal: Principal, ruleId: string, request: ExecuteStoredRequest): Promise<ExecutedRule> {
    const { organizationId } = principal;
    const rule = await this.rules.findStored(organizationId, ruleId, request.version);
    const found = await this.records.find(organizationId, request);
    if (!(rule.text.form.targetEntityTypes as readonly string[]).includes(found.recordType))
      throw new ApiError('INVALID_ENTITY_TYPE', `The rule does not evaluate records of type ${found.recordType}`);
    const isTraced = request.includeDebug ?? false;
    if (request.testMode) {
      const started = performance.now();
      const set = await this.rules.fromStored(organizationId, rule);
      const [decided] = await this.candidates.evaluate(principal, found, set);
      const result = maskFor(
        principal,
        decided!,
        ruleResult(decided!, 0, { applied: null, isTraced, isAdvised: true, principal }),
      );
      const executionTime = Math.round((performance.now() - started) * 100) / 100;
      return { ...result, ruleVersion: rule.version, ruleSetVersion: set.version, evaluationId: null, executionTime };
    }
    const isInForce = isPublished(rule.status) && rule.version === (rule.activeVersion ?? rule.shadowVersion);
    if (!isInForce) throw new ApiError('RULE_NOT_ACTIVE', 'The rule is not active; test it with `testMode`');
    const { decided, applied, executionTimeMs } = await this.onDemand.evaluate(principal, found, { ruleId });
    const result = ruleResult(decided, 0, { applied: applied.actions, isTraced, isAdvised: true, principal });
    return {
      ...maskFor(principal, decided, result),
      ruleVersion: rule.version,
      ruleSetVersion: decided.set.version,
      evaluationId: decided.run.evaluationId,
      executionTime: executionTimeMs,
    };
  }

  /**
   * `POST /rules/execute`, for all rules of a candidate. Throws 400 if no records are selected, too many for the number of rules, or
   * records that no rule is about.
   */
  async executeUnsaved(
    principal: Principal,
    { set }: Candidate,
    chosen: RecordSelection,
    isTraced: boolean,
  ): Promise<readonly RecordResult[]> {
    const found = await this.resolveRecords(principal, set, chosen);
    assertFewResults(set.compiled.rules.length, found.length);
    const results: RecordResult[] = [];
    for (const { id, record, overrides: given } of found) {
      const runs = await this.candidates.evaluate(principal, record, set, given);
      const decision = strictestDecision(runs);
      for (const decided of runs)
        for (const index of applicableRules(decided)) {
          const result = ruleResult(decided, index, {
            applied: null,
            isTraced,
            isAdvised: found.length === 1,
            principal,
          });
          results.push({ recordId: id, decision, ...maskFor(principal, decided, result) });
        }
    }
    const at = chosen.on?.record == null ? 'on' : 'on.record';
    if (found.length > 0 && results.length === 0) throw invalid({ [at]: 'no rule evaluates such a record' });
    return results;
  }

  private async resolveRecords(
    principal: Principal,
    set: LoadedRuleSet,
    { on, records, recent }: RecordSelection,
  ): Promise<readonly RecordToEvaluate[]> {
    const { organizationId } = principal;
    if ([on, records, recent].filter((each) => each != null).length !== 1)
      throw invalid({ on: 'give exactly one of on, records and recent' });
    if (on) return [await this.resolveRecord(principal, set, on)];
    const [recordType] = recordTypesOf(set);
    const kind = this.records.sourceFor(recordType!);
    const ids = records ?? (await kind.newest(organizationId, recordType!, recent!));
    const found: RecordToEvaluate[] = [];
    for (const id of ids) found.push({ id, record: await kind.find(organizationId, id) });
    return found;
  }

  private async resolveRecord(principal: Principal, set: LoadedRuleSet, on: SelectedRecord): Promise<RecordToEvaluate> {
    const { record, raw } = on;
    const id = on.entityId ?? on.transactionId ?? on.userEventId ?? null;
    if ((record == null) === (id === null)) throw invalid({ on: 'give a record or the id of a stored one' });
    if (record == null) return { id, record: await this.records.find(principal.organizationId, on, 'on.') };
    return { id: null, ...(await this.unsavedRecords.resolve(principal, set, { record, raw })) };
  }
}

/** Returns the rules of an evaluation that are about its record: those of its stage and matrices. */
const applicableRules = ({ set, run }: EvaluationResult): readonly number[] =>
  set.compiled.rules.flatMap(({ checked }, index) => {
    const isTied = run.matrices!.length === 0 ? checked.matrices.length === 0 : checked.matrices.length > 0;
    return checked.targets.includes(run.target) && checked.evaluate === run.stage && isTied ? [index] : [];
  });

const strictestDecision = (runs: readonly EvaluationResult[]): string =>
  runs
    .map(({ outcome }) => outcome.decision)
    .reduce((most, each) => (decisions.indexOf(each) > decisions.indexOf(most) ? each : most), 'APPROVE');
