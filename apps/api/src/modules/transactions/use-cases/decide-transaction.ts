import { Injectable } from '@nestjs/common';
import type { Context, FactRequests, Facts, Run, RunOutcome } from '@tamis/engine';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import type { Queryable, TransactionClient } from '../../../platform/database/index.js';
import { stringifyJson } from '../../../platform/http/index.js';
import { Evaluations, RuleSets, type LoadedRuleSet } from '../../rule-sets/index.js';
import { transactionContext } from '../domain/transaction-view.js';
import type { Transaction } from '../domain/transaction.js';
import { hasRunning, runningMatrices } from '../domain/running-matrices.js';
import { windowLockKeys } from '../domain/window-lock-keys.js';
import { gatherFacts, type GatheredFacts } from './gather-facts.js';
import { partyEntities, type LinkedEntities } from './new-transaction.js';

/** A run and everything it read. */
export interface Decided {
  readonly set: LoadedRuleSet;
  readonly run: Run;
  readonly outcome: RunOutcome;
  /** JSON texts of what the rules read. */
  readonly context: string;
  readonly facts: string;
}

export interface DecisionRequest {
  readonly transaction: Transaction;
  readonly linked: LinkedEntities;
  readonly run: Run;
  readonly matrixIds: readonly string[] | null;
}

/** A rule set that is replaced more often than this while one payment waits is a defect somewhere else. */
const maxReloads = 5;

/** Runs the rules in force on a transaction that is not stored yet, inside the database transaction that will store it. */
@Injectable()
export class DecideTransaction {
  constructor(
    private readonly ruleSets: RuleSets,
    private readonly evaluations: Evaluations,
  ) {}

  /** `matrixIds`: the matrices to execute, in order; null: the defaults. Throws 422 for one that does not run. */
  async run(
    client: TransactionClient,
    { transaction, linked, run: asked, matrixIds }: DecisionRequest,
  ): Promise<Decided> {
    const contextJson = stringifyJson({
      ...transactionContext(transaction, partyEntities(linked)),
      originEntity: linked.origin,
      destinationEntity: linked.destination,
    });
    const context = JSON.parse(contextJson) as Context;
    const runIn = (set: LoadedRuleSet): Run =>
      matrixIds === null ? asked : { ...asked, matrices: runningMatrices(set, matrixIds) };
    const last = await this.ruleSets.lastSeen(client, transaction.organizationId);
    const isStale = matrixIds !== null && !hasRunning(last, matrixIds);
    const first = isStale ? await this.ruleSets.newest(client, transaction.organizationId) : last;
    const { set, facts, run } = await this.facts(client, transaction, context, { first, runIn });
    const outcome = await this.evaluations.evaluate(set, contextJson, facts.json, run);
    return { set, run, outcome, context: contextJson, facts: facts.json };
  }

  /** The facts, and the set they were read for, which was in force at that very moment. */
  private async facts(
    client: TransactionClient,
    transaction: Transaction,
    context: Context,
    { first, runIn }: { readonly first: LoadedRuleSet; readonly runIn: (set: LoadedRuleSet) => Run },
  ): Promise<{ readonly set: LoadedRuleSet; readonly facts: GatheredFacts; readonly run: Run }> {
    const { organizationId } = transaction;
    let set = first;
    for (let reload = 0; reload < maxReloads; reload += 1) {
      const run = runIn(set);
      const requests = set.compiled.requests(context, run);
      await lockWindows(client, transaction, requests);
      const facts = await gatherFacts(client, { organizationId, requests });
      if ((facts.pointer?.revision ?? 0) === set.revision)
        return {
          set,
          run,
          facts: set.compiled.readsMore(run)
            ? await furtherFacts(client, transaction, set, context, facts, run)
            : facts,
        };
      set = await this.ruleSets.at(client, organizationId, facts.pointer);
    }
    throw new Error(`the rule set of ${organizationId} changed ${maxReloads} times during one run`);
  }
}

/** What facts lead to: lists that are asked about values of earlier records, windows that begin at a value that was looked up. */
async function furtherFacts(
  client: Queryable,
  transaction: Transaction,
  { compiled }: LoadedRuleSet,
  context: Context,
  first: GatheredFacts,
  run: Run,
): Promise<GatheredFacts> {
  const { organizationId } = transaction;
  const asked = new Set<string>();
  const isNew = (request: unknown): boolean => {
    const key = canonicalJson(request as JsonValue);
    return !asked.has(key) && asked.add(key).size > 0;
  };
  let facts = JSON.parse(first.json) as Facts;
  for (;;) {
    const { windows, reads } = compiled.requests(context, run, facts);
    const requests = { windows: windows.filter(isNew), reads: reads.filter(isNew), rates: [] };
    if (requests.windows.length + requests.reads.length === 0) return { ...first, json: JSON.stringify(facts) };
    await lockWindows(client, transaction, requests);
    const more = JSON.parse((await gatherFacts(client, { organizationId, requests })).json) as Facts;
    facts = { windows: { ...facts.windows, ...more.windows }, reads: { ...facts.reads, ...more.reads } };
  }
}

/**
 * Holds until the end of the database transaction: runs that share a window follow one another, and so count one another. Where the
 * organization chose `relaxed` windows, they do not wait, and may miss each other.
 */
async function lockWindows(client: Queryable, transaction: Transaction, requests: FactRequests): Promise<void> {
  const parties = {
    originEntityId: transaction.origin.entityId,
    destinationEntityId: transaction.destination.entityId,
  };
  const keys = windowLockKeys(transaction.organizationId, requests, parties);
  if (keys.length === 0) return;
  await client.query({
    name: 'window-locks',
    text: `select pg_advisory_xact_lock(key) from unnest($1::bigint[]) key
           where (select settings ->> 'windowConsistency' is distinct from 'relaxed' from organizations where id = $2)`,
    values: [keys, transaction.organizationId],
  });
}
