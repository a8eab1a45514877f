import { Injectable } from '@nestjs/common';
import type { Context, Run } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase } from '../../../../platform/database/index.js';
import { CurrencyRates } from '../../currency-rates/index.js';
import { type LoadedRuleSet, scopesOf } from '../../rule-sets/index.js';
import type { RunnableRecord } from './decide-record.js';
import { needRecordReading } from '../domain/readable-records.js';
import type { Decided } from '../domain/run-report.js';
import { targets, type RunSubject } from '../domain/run-subject.js';
import { furtherFacts } from './run-rules.js';
import { type ReadFacts, RunFacts } from './gather-facts.js';
import { subjectFor } from './subject-for.js';

/** Runs rules that are not in force. Nothing is stored, and no action runs. */
@Injectable()
export class CandidateRuns {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rates: CurrencyRates,
  ) {}

  /**
   * The runs that together run all rules of the set on a record, by what is stored now except for what is `given`. Throws 403 for a
   * kind of record that the caller may not read.
   */
  run(
    principal: Principal,
    record: RunnableRecord,
    set: LoadedRuleSet,
    given: ReadFacts = {},
  ): Promise<readonly Decided[]> {
    needRecordReading(principal, record.recordType);
    return this.database.transaction(principal.organizationId, async (client) => {
      const subject = await subjectFor(client, set, (await record.lock(client)).subject);
      const decided: Decided[] = [];
      for (const scope of scopesOf(set.compiled)) {
        const target = targets[subject.recordType];
        const run: Run = { evaluationId: newId(), target, trigger: 'manual', now: subject.now.getTime(), ...scope };
        const source = new RunFacts(client, subject.organizationId, this.rates, subject, given);
        decided.push(await decideBy(source, set, subject, run));
      }
      return decided;
    });
  }
}

async function decideBy(source: RunFacts, set: LoadedRuleSet, { contextJson }: RunSubject, run: Run): Promise<Decided> {
  const context = JSON.parse(contextJson) as Context;
  const requests = set.compiled.requests(context, run);
  const first = await source.gather(requests);
  const facts = await furtherFacts(set, { context, run, requests }, first.json, source);
  const outcome = set.compiled.evaluate(context, JSON.parse(facts) as Parameters<typeof set.compiled.evaluate>[1], run);
  return { set, run, outcome, context: contextJson, facts };
}
