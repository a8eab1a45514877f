import { Injectable } from '@nestjs/common';
import type { EvaluationOutcome } from '@tamis/engine';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { findLists, findListedValues, type ListSummary } from '../../data-lists/index.js';
import { RuleEngine, RuleSets } from '../../rule-sets/index.js';
import { withHypotheticalItem } from '../domain/with-hypothetical-item.js';
import { isReplayable } from '../domain/evaluation-view.js';
import { readableTypes } from '../domain/readable-records.js';
import { toStoredEvaluation, type StoredEvaluation } from '../domain/stored-evaluation.js';
import { findEvaluationsReadingList } from '../persistence/find-evaluations.js';

/** The effect that a value on a list would have had. */
export interface ValueImpact {
  readonly value: string;
  readonly alreadyListed: boolean;
  /** Records whose last evaluation looked up the value. */
  readonly records: number;
  readonly decisionsChanged: readonly { readonly from: string; readonly to: string; readonly count: number }[];
  readonly alertsAdded: number;
  /** Ids of records with a different decision, newest first. */
  readonly sample: readonly string[];
}

export interface ListImpact {
  readonly items: readonly ValueImpact[];
  /** Number of evaluations that were checked. */
  readonly runs: number;
  /** Whether there are more, older evaluations. */
  readonly isTruncated: boolean;
}

interface ComparedEvaluation {
  readonly recordId: string;
  readonly from: string;
  readonly to: string;
  readonly alertsAdded: number;
}

const dayMs = 86_400_000;

/**
 * Decides stored evaluations again, with their original rules and inputs, as if a value had been on a list. Stores nothing, and executes no
 * actions.
 */
@Injectable()
export class MeasureListImpact {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly secrets: Secrets,
    private readonly evaluations: RuleEngine,
  ) {}

  /** Measures the impact. Throws 404 if the list does not exist. Records of types that the caller may not read are left out. */
  async measure(
    principal: Principal,
    listId: string,
    { values, days }: { readonly values: readonly string[]; readonly days: number },
    now: Date,
  ): Promise<ListImpact> {
    const { organizationId } = principal;
    const client = this.database.forOrganization(organizationId);
    const list = (await findLists(client, organizationId, [listId])).get(listId);
    if (!list) throw notFound('Data list');
    const listed = await findListedValues(client, organizationId, listId, values, now);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const filter = {
      listId,
      listType: list.type,
      types: readableTypes(principal),
      since: new Date(now.getTime() - days * dayMs),
      limit: limits.listImpactRuns,
    };
    const rows = await findEvaluationsReadingList(client, organizationId, filter, numbers);
    const runs: StoredEvaluation[] = [];
    for (const row of rows) {
      const { ruleSetVersion: version, ruleSetRevision: revision } = row;
      const run = toStoredEvaluation(
        row,
        await this.ruleSets.loadPublication(client, organizationId, { version, revision }),
      );
      if (isReplayable(run)) runs.push(run);
    }
    const items: ValueImpact[] = [];
    for (const value of values) {
      const compared = await this.compare(runs, list, value);
      items.push({ value, alreadyListed: listed.has(value), ...summarize(compared) });
    }
    return { items, runs: runs.length, isTruncated: rows.length >= limits.listImpactRuns };
  }

  /** Returns one result for each evaluation that looked up the value. */
  private async compare(
    runs: readonly StoredEvaluation[],
    list: ListSummary,
    value: string,
  ): Promise<readonly ComparedEvaluation[]> {
    const compared: ComparedEvaluation[] = [];
    for (const { row, decided, facts } of runs) {
      const thought = withHypotheticalItem(facts, { listId: list.id, type: list.type, value });
      if (!thought) continue;
      const { set, run, outcome: before } = decided;
      const { outcome: after } = await this.evaluations.evaluate(set, row.context, JSON.stringify(thought), run);
      const alertsAdded = Math.max(0, countAlerts(after) - countAlerts(before));
      compared.push({ recordId: row.recordId, from: before.decision, to: after.decision, alertsAdded });
    }
    return compared;
  }
}

const countAlerts = ({ effects }: EvaluationOutcome): number =>
  effects.filter(({ kind, mode, skipped }) => kind === 'createAlert' && mode === 'apply' && skipped === null).length;

function summarize(compared: readonly ComparedEvaluation[]): Omit<ValueImpact, 'value' | 'alreadyListed'> {
  const changed = compared.filter(({ from, to }) => from !== to);
  const counts = new Map<string, number>();
  for (const { from, to } of changed) counts.set(`${from} ${to}`, (counts.get(`${from} ${to}`) ?? 0) + 1);
  return {
    records: compared.length,
    decisionsChanged: [...counts].sort().map(([key, count]) => {
      const [from, to] = key.split(' ') as [string, string];
      return { from, to, count };
    }),
    alertsAdded: compared.reduce((total, { alertsAdded }) => total + alertsAdded, 0),
    sample: changed.slice(0, limits.listImpactSample).map(({ recordId }) => recordId),
  };
}
