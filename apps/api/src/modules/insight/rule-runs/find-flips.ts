import { Injectable } from '@nestjs/common';
import { type CompiledRuleSet, compileInSteps, type EvaluationOutcome } from '@tamis/engine';

import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { inSlices } from '../../../platform/load/index.js';
import {
  countSensitiveQuestions,
  DecideStoredRuns,
  requireFactsRead,
  sensitiveConditions,
  type StoredEvaluation,
} from '../../decisions/evaluations/index.js';
import { type LoadedRuleSet, RuleSets } from '../../decisions/rule-sets/index.js';
import { type Candidate, RuleCandidates } from '../../rules/rules/index.js';
import { candidateContent, noteRuleKeys } from '../dry-runs/index.js';
import { recordTypesOf } from './record-types.js';

export interface FlipsRequest {
  readonly source: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Evaluates these instead of the newest. */
  readonly evaluationIds?: readonly string[] | undefined;
  readonly recent: number;
}

export type ShownOutcome = 'hit' | 'no_hit' | 'unknown';

/** The result of the rules on a record. */
export interface FlipSide {
  readonly decision: string;
  readonly riskScore: number;
}

export interface RecordFlip {
  readonly run: StoredEvaluation;
  readonly before: FlipSide;
  readonly after: FlipSide;
  /** Outcomes of the submitted rules; null if the rule is not active, or was not about the record. */
  readonly rules: readonly {
    readonly ruleKey: string;
    readonly before: ShownOutcome | null;
    readonly after: ShownOutcome | null;
  }[];
}

export interface Flips {
  readonly ruleSetVersion: string;
  readonly candidate: Candidate;
  readonly records: readonly RecordFlip[];
}

/**
 * Determines how stored records would have been decided if other rules were among the active ones. Stores nothing, and executes no actions.
 */
@Injectable()
export class FindFlips {
  constructor(
    private readonly database: TenantDatabase,
    private readonly candidates: RuleCandidates,
    private readonly ruleSets: RuleSets,
    private readonly stored: DecideStoredRuns,
  ) {}

  /** Throws like `executeUnsaved`: if the text has errors, if the caller may not read the data, or has asked too many questions. */
  async find(
    principal: Principal,
    { source, params, evaluationIds: ids, recent: newest }: FlipsRequest,
  ): Promise<Flips> {
    const { organizationId } = principal;
    const candidate = await this.candidates.fromUnsaved(organizationId, { source }, params);
    const sent = candidate.set;
    const types = recordTypesOf(sent);
    for (const type of types) requireFactsRead(principal, type, sent.compiled);
    const active = await this.ruleSets.loadActive(this.database.forOrganization(organizationId), organizationId);
    const after = await compileAmong(active, sent);
    const runs = await this.stored.find(principal, { types, ids, newest });
    await this.countQuestions(principal, runs, sent.compiled);
    const [outcomesBefore, outcomesAfter] = [
      await this.decideByActive(organizationId, runs, active),
      await this.stored.decide(organizationId, runs, after),
    ];
    const keys = sent.compiled.rules.map(({ checked }) => checked.key);
    const records = runs.map((run, index): RecordFlip => {
      const [was, is] = [outcomesBefore[index]!, outcomesAfter[index]!];
      return {
        run,
        before: sideOf(was),
        after: sideOf(is),
        rules: keys.map((ruleKey) => ({
          ruleKey,
          before: outcomeOf(active.compiled, was, ruleKey),
          after: outcomeOf(after, is, ruleKey),
        })),
      };
    });
    return { ruleSetVersion: active.version, candidate, records };
  }

  /** Uses the stored result of evaluations that were decided by the active set. */
  private async decideByActive(
    organizationId: string,
    runs: readonly StoredEvaluation[],
    active: LoadedRuleSet,
  ): Promise<readonly EvaluationOutcome[]> {
    const others = runs.filter(({ decided }) => decided.set.version !== active.version);
    const again = await this.stored.decide(organizationId, others, active.compiled);
    const byRun = new Map(others.map((run, index) => [run, again[index]!]));
    return runs.map((run) => byRun.get(run) ?? run.decided.outcome);
  }

  private async countQuestions(
    principal: Principal,
    runs: readonly StoredEvaluation[],
    sent: CompiledRuleSet,
  ): Promise<void> {
    const asked = runs.flatMap(({ row: { entityIds, recordId } }) => (entityIds.length > 0 ? entityIds : [recordId]));
    await this.database.transaction(principal.organizationId, (client) =>
      countSensitiveQuestions(client, principal, asked, sensitiveConditions(sent)),
    );
  }
}

/** Compiles the active rules together with the submitted ones. Throws 422 if they are incompatible. */
async function compileAmong(active: LoadedRuleSet, sent: LoadedRuleSet): Promise<CompiledRuleSet> {
  noteRuleKeys(active.compiled.rules);
  const keepShadow = sent.content.rules.length > 1;
  const content = candidateContent(active.content, [sent.content], { only: false, keepShadow });
  const compiled = await inSlices(compileInSteps(content, { previous: [active.compiled] }));
  if (compiled.ok) return compiled.value;
  const diagnostics = compiled.error.flatMap(({ diagnostics: found }) => found);
  throw new ApiError('INVALID_SOURCE', 'The rules conflict with the active ones', undefined, { diagnostics });
}

const sideOf = ({ decision, riskScore }: EvaluationOutcome): FlipSide => ({ decision, riskScore });

/** Returns `null` if there is no such rule, or it was not evaluated. */
function outcomeOf(
  { rules }: CompiledRuleSet,
  { evaluated, hits, outcomes }: EvaluationOutcome,
  key: string,
): ShownOutcome | null {
  const index = rules.findIndex(({ checked }) => checked.key === key);
  if (!evaluated.includes(index)) return null;
  if (hits.includes(index)) return 'hit';
  return outcomes.some(({ rule, outcome }) => rule === index && outcome === 'unknown') ? 'unknown' : 'no_hit';
}
