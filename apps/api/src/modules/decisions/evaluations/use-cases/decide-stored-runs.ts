import { setImmediate } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import {
  type CompiledRuleSet,
  type Context,
  type EvaluationOutcome,
  type Facts,
  mergeFacts,
  requestMoreFacts,
  reuseFacts,
} from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import { RuleSets } from '../../rule-sets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import type { RecordType } from '../domain/evaluation-subject.js';
import { jointPartNeeds } from '../domain/part-needs.js';
import { requireRecordRead } from '../domain/readable-records.js';
import { ScreeningPort } from '../domain/screening-port.js';
import { type StoredEvaluation, toStoredEvaluation } from '../domain/stored-evaluation.js';
import { findEvaluations } from '../persistence/evaluation-records.js';
import { findNewestEvaluations } from '../persistence/find-evaluations.js';
import { FactGatherer } from './gather-facts.js';
import { withKnownParts } from './known-contexts.js';

/** Selects stored evaluations. */
export interface StoredRunSelection {
  readonly types: readonly RecordType[];
  /** Selects these evaluations, in this order, instead of the newest. Missing ones and those of other types are left out. */
  readonly ids?: readonly string[] | undefined;
  readonly newest: number;
}

/** Number of evaluations whose facts are read at the same time. Each occupies a connection meanwhile. */
const gatheredAtOnce = 4;

/**
 * Decides stored evaluations by other rules, each with what was known at its time. Facts an evaluation already read are not read again, so
 * that rules with the same reads, such as those with a changed threshold, need no queries.
 */
@Injectable()
export class DecideStoredRuns {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly rates: CurrencyRates,
    private readonly screenings: ScreeningPort,
    private readonly secrets: Secrets,
  ) {}

  /** Returns the stored evaluations. Throws 403 if the caller may not read records of such a type. */
  async find(principal: Principal, { types, ids, newest }: StoredRunSelection): Promise<readonly StoredEvaluation[]> {
    for (const type of types) requireRecordRead(principal, type);
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const rows = ids
      ? inOrder(await findEvaluations(client, organizationId, ids, numbers), ids, types)
      : await findNewestEvaluations(client, organizationId, { types, limit: newest }, numbers);
    const runs: StoredEvaluation[] = [];
    for (const row of rows) {
      const { ruleSetVersion: version, ruleSetRevision: revision } = row;
      const set = await this.ruleSets.loadPublication(client, organizationId, { version, revision });
      runs.push(toStoredEvaluation(row, set));
    }
    return runs;
  }

  /** Returns the result that each evaluation would have had. */
  async decide(
    organizationId: string,
    runs: readonly StoredEvaluation[],
    rules: CompiledRuleSet,
  ): Promise<readonly EvaluationOutcome[]> {
    const contexts = await this.fillContexts(organizationId, runs, rules);
    const outcomes: EvaluationOutcome[] = [];
    for (let from = 0; from < runs.length; from += gatheredAtOnce) {
      const part = runs.slice(from, from + gatheredAtOnce);
      const facts = await Promise.all(
        part.map((run, index) => this.gather(organizationId, run, contexts[from + index]!, rules)),
      );
      for (const [index, { decided }] of part.entries()) {
        outcomes.push(rules.evaluate(contexts[from + index]!, facts[index]!, decided.run));
        // Lets incoming payments wait for one record at most.
        await setImmediate();
      }
    }
    return outcomes;
  }

  private async fillContexts(
    organizationId: string,
    runs: readonly StoredEvaluation[],
    rules: CompiledRuleSet,
  ): Promise<readonly Context[]> {
    const past = runs.map(({ row, context, decided }) => ({
      target: decided.run.target,
      context,
      at: row.evaluatedAt,
    }));
    const client = this.database.forOrganization(organizationId);
    return withKnownParts(client, organizationId, past, jointPartNeeds([rules]));
  }

  private async gather(
    organizationId: string,
    { row, decided: { run, set }, context: original, facts: known }: StoredEvaluation,
    context: Context,
    rules: CompiledRuleSet,
  ): Promise<Facts> {
    const requests = rules.requests(context, run);
    const { facts, missing } = reuseFacts({ facts: known, requests: set.compiled.requests(original, run) }, requests);
    const isMissing = missing.windows.length + missing.reads.length + missing.rates.length > 0;
    if (!isMissing && !rules.hasDependentReads(run) && !rules.hasDependentRates(run)) return facts;
    const { evaluatedAt: at } = row;
    const states = Object.values(known.reads ?? {}).flatMap(({ lists = [] }) => lists);
    const revisions = new Map(states.map(({ listId, revision }) => [listId, revision]));
    const then = { at, lists: { at, revisions }, ...(known.reads && { stored: known.reads }) };
    return this.database.transaction(organizationId, async (client) => {
      const loadNumbers = () => this.secrets.storedAccountNumbers(client, organizationId);
      const sources = { currencies: this.rates, screenings: this.screenings, loadNumbers };
      const source = new FactGatherer(client, organizationId, sources, row, then);
      const read = async (asked: typeof missing): Promise<Facts> =>
        JSON.parse((await source.gather(asked)).json) as Facts;
      const first = isMissing ? mergeFacts(facts, await read(missing)) : facts;
      const steps = requestMoreFacts(rules, context, run, { facts: first, requests });
      let step = steps.next();
      while (!step.done) step = steps.next(await read(step.value));
      return step.value;
    });
  }
}

function inOrder(
  rows: readonly EvaluationRow[],
  ids: readonly string[],
  types: readonly RecordType[],
): readonly EvaluationRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id.toLowerCase());
    return row && row.stage === 'sync' && row.ruleId === null && types.includes(row.recordType) ? [row] : [];
  });
}
