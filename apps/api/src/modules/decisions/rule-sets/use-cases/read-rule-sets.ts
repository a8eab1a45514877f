import { Injectable } from '@nestjs/common';
import type { RuleSetContent } from '@tamis/engine';
import { defaultNumberFormat, type NumberFormat } from '@tamis/lang';

import { SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { revisionsAt } from '../../data-lists/index.js';
import {
  describeDiff,
  diffRuleSets,
  listsOf,
  type ListOfSet,
  matricesOf,
  parametersOf,
  rulesOfSet,
  type RuleSetDiff,
  type SetRuleView,
} from '../domain/rule-set-view.js';
import { ruleSetPlan, type RuleSetPlan } from '../domain/rule-set-plan.js';
import {
  findRuleSet,
  findRuleSetAt,
  readContents,
  ruleSetColumns,
  ruleSetTables,
  type ActivationPeriod,
  type RuleSetRow,
} from '../persistence/rule-set-history.js';
import { readContent } from '../persistence/rule-set-store.js';
import { RuleSets } from './rule-sets.js';

/** A rule set with its newest period, and its content other than rules. */
interface RuleSetSummary extends ActivationPeriod {
  readonly version: string;
  readonly number: number;
  readonly previousVersion: string | null;
  readonly periods: readonly ActivationPeriod[];
  readonly matrices: ReturnType<typeof matricesOf>;
  readonly params: ReturnType<typeof parametersOf>;
  /** Version of the shared names; 0 if there were none. */
  readonly library: number;
  readonly lists: readonly (ListOfSet & { readonly revision: number })[];
  readonly baseCurrency: string;
  readonly timezone: string;
  readonly numberFormat: NumberFormat;
  /** Changes compared with the previous set, in words. */
  readonly changes: readonly string[];
}

interface RuleSetDetail extends RuleSetSummary {
  readonly rules: readonly SetRuleView[];
}

interface ContentPair {
  readonly content: RuleSetContent;
  /** `null` if the set was the first. */
  readonly previous: RuleSetContent | null;
}

/** Reads rule sets and the periods in which they were active. */
@Injectable()
export class ReadRuleSets {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** `GET /rule-sets`: returns the sets, newest first. */
  async list(organizationId: string, query: PageQuery): Promise<Page<RuleSetSummary>> {
    const { rows, pagination } = await selectPage<RuleSetRow>(this.database.forOrganization(organizationId), {
      list: 'rule-sets',
      columns: ruleSetColumns,
      from: ruleSetTables,
      conditions: new SqlConditions(organizationId, 's.organization_id'),
      query,
      // Numbers are unique within an organization, so the id does not affect the order.
      sortBy: { column: 's.number', type: 'numeric', id: 's.organization_id' },
      descending: true,
    });
    const client = this.database.forOrganization(organizationId);
    const versions = rows.flatMap(({ version, previous_version: previous }) => [version, previous ?? version]);
    const contents = await readContents(client, organizationId, [...new Set(versions)]);
    const views: RuleSetSummary[] = [];
    for (const row of rows) {
      const content = contents.get(row.version) ?? throwNotFound();
      const previous = row.previous_version === null ? null : (contents.get(row.previous_version) ?? throwNotFound());
      views.push(await this.toSummary(organizationId, row, { content, previous }));
    }
    return { rows: views, pagination };
  }

  /** Returns the set that was active at a point in time. Throws 404 before the first publication. */
  async getAt(organizationId: string, moment: Date): Promise<RuleSetDetail> {
    return this.toDetail(
      organizationId,
      (await findRuleSetAt(this.database.forOrganization(organizationId), organizationId, moment)) ?? throwNotFound(),
    );
  }

  async get(organizationId: string, name: string): Promise<RuleSetDetail> {
    return this.toDetail(organizationId, await this.find(organizationId, name));
  }

  /** `GET /rule-sets/{version}/plan`. */
  async plan(organizationId: string, name: string): Promise<RuleSetPlan> {
    const row = await this.find(organizationId, name);
    return ruleSetPlan(
      await this.ruleSets.loadPublication(this.database.forOrganization(organizationId), organizationId, row),
    );
  }

  /** `GET /rule-sets/{version}/diff`. */
  async diff(organizationId: string, from: string, to: string): Promise<RuleSetDiff> {
    const [before, after] = [await this.find(organizationId, from), await this.find(organizationId, to)];
    return diffRuleSets(await this.content(organizationId, before), await this.content(organizationId, after));
  }

  private async find(organizationId: string, name: string): Promise<RuleSetRow> {
    return (await findRuleSet(this.database.forOrganization(organizationId), organizationId, name)) ?? throwNotFound();
  }

  private async content(organizationId: string, { revision }: RuleSetRow): Promise<RuleSetContent> {
    const content = await readContent(this.database.forOrganization(organizationId), organizationId, revision);
    return content ?? throwNotFound();
  }

  /** Adds the revision that each list had when the set was activated. */
  private async listsWithRevisions(
    organizationId: string,
    content: RuleSetContent,
    { periods }: RuleSetRow,
  ): Promise<RuleSetSummary['lists']> {
    const lists = listsOf(content);
    if (lists.length === 0) return [];
    const ids = lists.map(({ listId }) => listId);
    const at = new Date(periods[0]!.activatedAt);
    const revisions = await revisionsAt(this.database.forOrganization(organizationId), organizationId, ids, at);
    return lists.map((list) => ({ ...list, revision: revisions.get(list.listId) ?? 0 }));
  }

  private async toDetail(organizationId: string, row: RuleSetRow): Promise<RuleSetDetail> {
    const set = await this.ruleSets.loadPublication(this.database.forOrganization(organizationId), organizationId, row);
    const { previous_version: version } = row;
    const contents = await readContents(
      this.database.forOrganization(organizationId),
      organizationId,
      version ? [version] : [],
    );
    const previous = version === null ? null : (contents.get(version) ?? throwNotFound());
    return {
      ...(await this.toSummary(organizationId, row, { content: set.content, previous })),
      rules: rulesOfSet(set),
    };
  }

  private async toSummary(
    organizationId: string,
    row: RuleSetRow,
    { content, previous }: ContentPair,
  ): Promise<RuleSetSummary> {
    const { version, number, previous_version: previousVersion, periods, library } = row;
    return {
      version,
      number,
      previousVersion,
      ...periods[0]!,
      periods,
      matrices: matricesOf(content),
      params: parametersOf(content),
      library,
      lists: await this.listsWithRevisions(organizationId, content, row),
      baseCurrency: content.baseCurrency,
      timezone: content.timezone,
      numberFormat: content.numberFormat ?? defaultNumberFormat,
      changes: previous ? describeDiff(diffRuleSets(previous, content)) : [],
    };
  }
}

function throwNotFound(): never {
  throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
}
