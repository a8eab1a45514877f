import { Injectable } from '@nestjs/common';
import type { RuleSetContent } from '@tamis/engine';

import { SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { revisionsAt } from '../../data-lists/index.js';
import {
  changesInWords,
  diffOfSets,
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
  findSet,
  findSetAt,
  readContents,
  setColumns,
  setTables,
  type Period,
  type SetRow,
} from '../persistence/rule-set-history.js';
import { readContent } from '../persistence/rule-set-store.js';
import { RuleSets } from './rule-sets.js';

/** A set with its newest period, and what it holds besides rules. */
interface RuleSetSummary extends Period {
  readonly version: string;
  readonly number: number;
  readonly previousVersion: string | null;
  readonly periods: readonly Period[];
  readonly matrices: ReturnType<typeof matricesOf>;
  readonly params: ReturnType<typeof parametersOf>;
  /** Version of the shared names; 0: there were none. */
  readonly library: number;
  readonly lists: readonly (ListOfSet & { readonly revision: number })[];
  readonly baseCurrency: string;
  readonly timezone: string;
  /** Against the one before, in words. */
  readonly changes: readonly string[];
}

interface WholeRuleSet extends RuleSetSummary {
  readonly rules: readonly SetRuleView[];
}

interface Contents {
  readonly content: RuleSetContent;
  /** Null: the set was the first. */
  readonly previous: RuleSetContent | null;
}

/** What decided, and when. */
@Injectable()
export class ReadRuleSets {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** `GET /rule-sets`: the newest first. */
  async list(organizationId: string, query: PageQuery): Promise<Page<RuleSetSummary>> {
    const { rows, pagination } = await selectPage<SetRow>(this.database.of(organizationId), {
      list: 'rule-sets',
      columns: setColumns,
      from: setTables,
      conditions: new SqlConditions(organizationId, 's.organization_id'),
      query,
      // Numbers are unique within an organization, so its id decides nothing.
      sortBy: { column: 's.number', type: 'numeric', id: 's.organization_id' },
      descending: true,
    });
    const client = this.database.of(organizationId);
    const versions = rows.flatMap(({ version, previous_version: previous }) => [version, previous ?? version]);
    const contents = await readContents(client, organizationId, [...new Set(versions)]);
    const views: RuleSetSummary[] = [];
    for (const row of rows) {
      const content = contents.get(row.version) ?? refuse();
      const previous = row.previous_version === null ? null : (contents.get(row.previous_version) ?? refuse());
      views.push(await this.summary(organizationId, row, { content, previous }));
    }
    return { rows: views, pagination };
  }

  /** The set in force at a moment. Throws 404 before the first publication. */
  async at(organizationId: string, moment: Date): Promise<WholeRuleSet> {
    return this.whole(
      organizationId,
      (await findSetAt(this.database.of(organizationId), organizationId, moment)) ?? refuse(),
    );
  }

  async one(organizationId: string, name: string): Promise<WholeRuleSet> {
    return this.whole(organizationId, await this.find(organizationId, name));
  }

  /** `GET /rule-sets/{version}/plan`. */
  async plan(organizationId: string, name: string): Promise<RuleSetPlan> {
    const row = await this.find(organizationId, name);
    return ruleSetPlan(await this.ruleSets.published(this.database.of(organizationId), organizationId, row));
  }

  /** `GET /rule-sets/{version}/diff`. */
  async diff(organizationId: string, from: string, to: string): Promise<RuleSetDiff> {
    const [before, after] = [await this.find(organizationId, from), await this.find(organizationId, to)];
    return diffOfSets(await this.content(organizationId, before), await this.content(organizationId, after));
  }

  private async find(organizationId: string, name: string): Promise<SetRow> {
    return (await findSet(this.database.of(organizationId), organizationId, name)) ?? refuse();
  }

  private async content(organizationId: string, { revision }: SetRow): Promise<RuleSetContent> {
    const content = await readContent(this.database.of(organizationId), organizationId, revision);
    return content ?? refuse();
  }

  /** With the revision each had when the set came into force. */
  private async lists(
    organizationId: string,
    content: RuleSetContent,
    { periods }: SetRow,
  ): Promise<RuleSetSummary['lists']> {
    const lists = listsOf(content);
    if (lists.length === 0) return [];
    const ids = lists.map(({ listId }) => listId);
    const at = new Date(periods[0]!.activatedAt);
    const revisions = await revisionsAt(this.database.of(organizationId), organizationId, ids, at);
    return lists.map((list) => ({ ...list, revision: revisions.get(list.listId) ?? 0 }));
  }

  private async whole(organizationId: string, row: SetRow): Promise<WholeRuleSet> {
    const set = await this.ruleSets.published(this.database.of(organizationId), organizationId, row);
    const { previous_version: version } = row;
    const contents = await readContents(this.database.of(organizationId), organizationId, version ? [version] : []);
    const previous = version === null ? null : (contents.get(version) ?? refuse());
    return { ...(await this.summary(organizationId, row, { content: set.content, previous })), rules: rulesOfSet(set) };
  }

  private async summary(organizationId: string, row: SetRow, { content, previous }: Contents): Promise<RuleSetSummary> {
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
      lists: await this.lists(organizationId, content, row),
      baseCurrency: content.baseCurrency,
      timezone: content.timezone,
      changes: previous ? changesInWords(diffOfSets(previous, content)) : [],
    };
  }
}

function refuse(): never {
  throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
}
