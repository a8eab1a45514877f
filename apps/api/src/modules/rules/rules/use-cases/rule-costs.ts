import { setImmediate } from 'node:timers/promises';

import { Injectable } from '@nestjs/common';
import { maxWindowRows } from '@tamis/engine';
import { type CheckedRule, mostExpensiveTerms, type ExpensiveTerm, sumOfCosts } from '@tamis/lang';
import { canonicalJson, type JsonValue } from '@tamis/stdx';
import { LRUCache } from 'lru-cache';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { countBusiestKey, type MeasuredWindow, measuredWindows } from '../../../decisions/evaluations/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { type RuleVersionKey, readTooManyRowsShares } from '../../../decisions/rule-counters/index.js';
import type { ObservedCost, RuleCost } from '../domain/rule-cost.js';
import { matrixIdsOf, type Rule } from '../domain/rule.js';
import { sumCosts } from '../persistence/matrix-rules.js';
import { findActiveVersions } from '../persistence/rule-store.js';
import { checkStoredRule } from './check-stored-rule.js';

interface CachedCount {
  readonly at: number;
  readonly rows: Promise<number>;
}

const dayMs = 86_400_000;

/** Pauses so that other requests are served, since there may be many such rules. */
async function mostExpensiveTermsOf(rule: Rule): Promise<readonly ExpensiveTerm[]> {
  await setImmediate();
  return mostExpensiveTerms(checkStoredRule(rule));
}

/** Computes the cost of rules from their texts, and measures their windows in the records and evaluations of the organization. */
@Injectable()
export class RuleCosts {
  /** Keyed by organization and window. */
  private readonly countCache = new LRUCache<string, CachedCount>({ max: limits.busiestKeyKept });

  constructor(private readonly database: TenantDatabase) {}

  /** Returns the cost of a version of a rule, or `null` if its text has errors. */
  async costOf(rule: Rule, now: Date): Promise<RuleCost | null> {
    const [cost] = await this.costsOf(rule.organizationId, [rule], now);
    if (!cost) return null;
    return { ...cost, busiestKeyRows: await this.busiestKeyRows(rule.organizationId, checkStoredRule(rule), now) };
  }

  /** Returns the cost of each rule, without measuring records. */
  async costsOf(organizationId: string, rules: readonly Rule[], now: Date): Promise<readonly (RuleCost | null)[]> {
    const client = this.database.forOrganization(organizationId);
    const { maxRuleCost: budget } = (await findSettings(client, organizationId)).rulePolicy;
    const ids = new Set(rules.flatMap(({ text }) => matrixIdsOf(text)));
    const matrices = await sumCosts(client, organizationId, [...ids]);
    const versions = rules.map(({ id: ruleId, version }) => ({ ruleId, version }));
    const shares = await this.tooManyRowsShares(organizationId, versions, now);
    const costs: (RuleCost | null)[] = [];
    for (const rule of rules) {
      const { id, text } = rule;
      const met = { busiestKeyRows: null, tooManyRowsShare: shares.get(id) ?? null };
      const matrixTotal = Math.max(0, ...matrixIdsOf(text).map((matrix) => matrices.get(matrix) ?? 0));
      const dearest = text.dearest ?? (await mostExpensiveTermsOf(rule));
      const cost = { budget, matrixTotal, dearest, scanCap: maxWindowRows, ...met };
      costs.push(text.cost === null ? null : { total: text.cost, ...cost });
    }
    return costs;
  }

  /** Returns the cost of rules that run together, stored or not. */
  async costOfSet(organizationId: string, rules: readonly CheckedRule[], now: Date): Promise<RuleCost> {
    const { rulePolicy } = await findSettings(this.database.forOrganization(organizationId), organizationId);
    const sumOf = (some: readonly CheckedRule[]): number => sumOfCosts(some.map(({ costParts }) => costParts));
    const keys = new Set(rules.flatMap(({ matrices }) => matrices));
    return {
      total: sumOf(rules),
      budget: rulePolicy.maxRuleCost,
      matrixTotal: Math.max(
        0,
        ...[...keys].map((key) => sumOf(rules.filter(({ matrices }) => matrices.includes(key)))),
      ),
      dearest: mostExpensiveTerms(rules),
      scanCap: maxWindowRows,
      ...(await this.observedCosts(organizationId, rules, now)),
    };
  }

  /** Returns the measured cost of rules that are not stored. Evaluations are those of the deciding rules with the same keys. */
  async observedCosts(organizationId: string, rules: readonly CheckedRule[], now: Date): Promise<ObservedCost> {
    const client = this.database.forOrganization(organizationId);
    const versions = await findActiveVersions(client, organizationId, rules.map(({ key }) => key)); // prettier-ignore
    const shares = [...(await this.tooManyRowsShares(organizationId, versions, now)).values()];
    return {
      busiestKeyRows: await this.busiestKeyRows(organizationId, rules, now),
      tooManyRowsShare: shares.length === 0 ? null : Math.max(...shares),
    };
  }

  private tooManyRowsShares(
    organizationId: string,
    versions: readonly RuleVersionKey[],
    now: Date,
  ): Promise<ReadonlyMap<string, number>> {
    const from = new Date(now.getTime() - limits.tooManyRowsDays * dayMs);
    return readTooManyRowsShares(this.database.forOrganization(organizationId), organizationId, { versions, from });
  }

  /** Returns `null` if the rules have no windows. */
  private async busiestKeyRows(
    organizationId: string,
    rules: readonly CheckedRule[],
    now: Date,
  ): Promise<number | null> {
    const windows = measuredWindows(rules);
    if (windows.length === 0) return null;
    let most = 0;
    // One after another, since payments need the database connections.
    for (const window of windows) most = Math.max(most, await this.countRows(organizationId, window, now));
    return most;
  }

  private countRows(organizationId: string, window: MeasuredWindow, now: Date): Promise<number> {
    const name = `${organizationId} ${canonicalJson(window as unknown as JsonValue)}`;
    const known = this.countCache.get(name);
    if (known && now.getTime() - known.at < limits.busiestKeyMs) return known.rows;
    const counting = {
      at: now.getTime(),
      rows: countBusiestKey(this.database.forOrganization(organizationId), organizationId, window),
    };
    this.countCache.set(name, counting);
    counting.rows.catch(() => this.countCache.peek(name) === counting && this.countCache.delete(name));
    return counting.rows;
  }
}
