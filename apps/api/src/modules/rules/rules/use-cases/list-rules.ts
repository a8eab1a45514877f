import { Injectable } from '@nestjs/common';

import { searchPattern, searchSql, SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { ReadRuleStats } from '../../../decisions/rule-counters/index.js';
import { ruleView, sharedOrigin } from '../domain/rule-view.js';
import type { Rule } from '../domain/rule.js';
import { filterShared } from '../domain/shared-rule-filter.js';
import type { ListRulesQuery, RuleInclusion, RuleOrder } from '../dto/list-rules.query.js';
import { hasTrippedSql } from '../persistence/guard-store.js';
import { toRule, ruleColumns, type RuleRow, ruleTables } from '../persistence/rule-store.js';
import type { SharedRuleView } from './shared-rule-views.js';
import { findSharedRulesOfMatrix } from './read-shared-rules.js';
import { RuleCosts } from './rule-costs.js';

export interface RulePage {
  readonly rules: readonly Rule[];
  readonly total: number;
}

const sortColumns: Readonly<Record<RuleOrder, string>> = {
  name: 'r.name',
  priority: 'r.priority',
  createdAt: 'r.created_at',
  updatedAt: 'r.updated_at',
  score: 'r.score',
};

/** `GET /rules`. */
@Injectable()
export class ListRules {
  constructor(
    private readonly database: TenantDatabase,
    private readonly stats: ReadRuleStats,
    private readonly costs: RuleCosts,
  ) {}

  async list(organizationId: string, query: ListRulesQuery): Promise<RulePage> {
    const conditions = filterConditions(organizationId, query);
    const client = this.database.forOrganization(organizationId);
    const counted = await client.query<{ n: number }>(
      `select count(*)::int as n from rules r where ${conditions.where}`,
      conditions.values,
    );
    const limit = conditions.bind(query.pageSize);
    const offset = conditions.bind((query.page - 1) * query.pageSize);
    const { rows } = await client.query<RuleRow>(
      `select ${ruleColumns} from ${ruleTables} where ${conditions.where}
       order by ${sortColumns[query.sortBy]} ${query.sortOrder}, r.id ${query.sortOrder} limit ${limit} offset ${offset}`,
      conditions.values,
    );
    return { rules: rows.map(toRule), total: counted.rows[0]!.n };
  }

  /** Returns a page of the rules of a matrix shared by the parent, as they are displayed; `null` if it shares no such matrix. */
  async listShared(
    organizationId: string,
    query: ListRulesQuery,
    now: Date,
  ): Promise<{ readonly rules: readonly Record<string, unknown>[]; readonly total: number } | null> {
    const page = await this.findShared(organizationId, query);
    if (!page) return null;
    const { shown, total } = page;
    const costs = await this.costs.costsOf(organizationId, shown.map(({ rule }) => rule), now); // prettier-ignore
    return {
      rules: shown.map((each, index) => {
        const { guardState: _none, ...view } = ruleView(each.rule, costs[index]!);
        return { ...view, ...sharedOrigin(each) };
      }),
      total,
    };
  }

  /** A page of the shared rules; `null` if the parent shares no such matrix. */
  private async findShared(
    organizationId: string,
    { riskMatrixId, page, pageSize, ...filter }: ListRulesQuery,
  ): Promise<{ readonly shown: readonly SharedRuleView[]; readonly total: number } | null> {
    if (riskMatrixId === undefined) return null;
    const client = this.database.forOrganization(organizationId);
    const all = await findSharedRulesOfMatrix(client, organizationId, riskMatrixId);
    if (all.length === 0) return null;
    const found = filterShared(all, filter);
    return { shown: found.slice((page - 1) * pageSize, page * pageSize), total: found.length };
  }

  /** The rules of `list`; if there are none, those of a matrix shared by the parent. */
  async listAny(organizationId: string, query: ListRulesQuery): Promise<RulePage> {
    const own = await this.list(organizationId, query);
    const shared = own.total === 0 ? await this.findShared(organizationId, query) : null;
    return shared ? { rules: shared.shown.map(({ rule }) => rule), total: shared.total } : own;
  }

  /** Returns the records of rules, with the additions requested by a query. */
  async toViews(
    organizationId: string,
    rules: readonly Rule[],
    include: readonly RuleInclusion[],
    now: Date,
  ): Promise<readonly Record<string, unknown>[]> {
    const ids = rules.map(({ id }) => id);
    const stats = include.includes('stats') ? await this.stats.summaries(organizationId, ids, now) : null;
    const costs = await this.costs.costsOf(organizationId, rules, now);
    return rules.map((rule, index) => {
      const { guardState, ...view } = ruleView(rule, costs[index]!);
      return {
        ...view,
        ...(include.includes('guardState') && { guardState }),
        ...(stats && { stats: stats.get(rule.id) }),
      };
    });
  }
}

function filterConditions(organizationId: string, query: ListRulesQuery): SqlConditions {
  const conditions = new SqlConditions(organizationId, 'r.organization_id')
    .add('r.id = any(?::uuid[])', query.ruleIds)
    .add('r.status = ?', query.status)
    .add('r.category = ?', query.category)
    .add('r.enabled = ?', query.enabled)
    .add('? = any(r.target_entity_types)', query.targetEntityType)
    .add('? = any(r.risk_matrix_ids)', query.riskMatrixId)
    .add('r.key = ?', query.key)
    .add('r.owner = ?', query.owner)
    .add('r.tags @> ?::text[]', query.tags)
    .add(searchSql('r.name', 'r.key', 'r.description'), searchPattern(query.search));
  if (query.guard === 'tripped') conditions.addRaw(hasTrippedSql);
  return query.status === 'archived' ? conditions : conditions.addRaw(`r.status <> 'archived'`);
}
