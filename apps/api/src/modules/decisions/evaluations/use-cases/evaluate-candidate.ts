import { Injectable } from '@nestjs/common';
import type { Context, EvaluationParams } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import { type LoadedRuleSet, evaluationScopes } from '../../rule-sets/index.js';
import { askedOf, countSensitiveQuestions, sensitiveConditions } from './count-sensitive-questions.js';
import type { EvaluableRecord } from './decide-record.js';
import { ScreeningPort } from '../domain/screening-port.js';
import { requireFactsRead } from '../domain/readable-records.js';
import type { EvaluationResult } from '../domain/evaluation-report.js';
import { targetByRecordType, type EvaluationSubject } from '../domain/evaluation-subject.js';
import { gatherFurtherFacts, type FactOverrides, FactGatherer } from './gather-facts.js';
import { prepareSubject } from './resolve-reads.js';

/** Evaluates rules that are not active. Stores nothing, and executes no actions. */
@Injectable()
export class EvaluateCandidate {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rates: CurrencyRates,
    private readonly screenings: ScreeningPort,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Returns the evaluations that together cover all rules of the set for a record, using the stored data except for what is `given`. Throws
   * 403 if the caller may not read the type of the record or of other records the rules read, and 429 if the caller asked too many
   * questions about it.
   */
  evaluate(
    principal: Principal,
    record: EvaluableRecord,
    set: LoadedRuleSet,
    given: FactOverrides = {},
  ): Promise<readonly EvaluationResult[]> {
    requireFactsRead(principal, record.recordType, set.compiled);
    return this.database.transaction(principal.organizationId, async (client) => {
      const subject = await prepareSubject(client, set, (await record.lock(client)).subject);
      await countSensitiveQuestions(client, principal, askedOf(subject), sensitiveConditions(set.compiled));
      const decided: EvaluationResult[] = [];
      for (const scope of evaluationScopes(set.compiled)) {
        const target = targetByRecordType[subject.recordType];
        const run: EvaluationParams = {
          evaluationId: newId(),
          target,
          trigger: 'manual',
          now: subject.now.getTime(),
          ...scope,
        };
        const loadNumbers = () => this.secrets.storedAccountNumbers(client, subject.organizationId);
        const sources = { currencies: this.rates, screenings: this.screenings, loadNumbers };
        const source = new FactGatherer(client, subject.organizationId, sources, subject, given);
        decided.push(await evaluateScope(source, set, subject, run));
      }
      return decided;
    });
  }
}

async function evaluateScope(
  source: FactGatherer,
  set: LoadedRuleSet,
  { contextJson }: EvaluationSubject,
  run: EvaluationParams,
): Promise<EvaluationResult> {
  const context = JSON.parse(contextJson) as Context;
  const requests = set.compiled.requests(context, run);
  const first = await source.gather(requests);
  const facts = await gatherFurtherFacts(set, { context, run, requests }, first.json, source);
  const outcome = set.compiled.evaluate(context, JSON.parse(facts) as Parameters<typeof set.compiled.evaluate>[1], run);
  return { set, run, outcome, context: contextJson, facts };
}
