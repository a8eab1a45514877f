import { Injectable } from '@nestjs/common';
import { describeChanges } from '@tamis/lang';

import { SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { notFound, type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { parseSource } from '../domain/parse-source.js';
import type { RulePublication } from '../domain/rule-publication.js';
import type { RuleStatus } from '../domain/rule-status.js';
import type { Rule } from '../domain/rule.js';
import { findRule, toPublication } from '../persistence/rule-store.js';
import { findRuleVersion, versionColumns, versionTables, type VersionRow } from '../persistence/rule-versions.js';

/** A version of a rule as shown in lists. */
export interface RuleVersion {
  readonly version: number;
  readonly previousVersionId: string | null;
  readonly contentHash: string;
  /** Changes since the previous version, in words. */
  readonly summary: readonly string[];
  readonly status: RuleStatus;
  readonly reason: string | null;
  readonly createdBy: string | null;
  readonly createdAt: string;
  /** `null` if it was never put in force. */
  readonly publication: RulePublication | null;
}

/** Reads previous versions of a rule. */
@Injectable()
export class RuleVersions {
  constructor(private readonly database: TenantDatabase) {}

  /** `GET /rules/{id}/versions`: newest first. */
  async list(organizationId: string, ruleId: string, query: PageQuery): Promise<Page<RuleVersion>> {
    if (!(await findRule(this.database.forOrganization(organizationId), organizationId, ruleId)))
      throw notFound('Rule');
    const conditions = new SqlConditions(organizationId, 'v.organization_id').add('v.rule_id = ?', ruleId);
    const { rows, pagination } = await selectPage<VersionRow>(this.database.forOrganization(organizationId), {
      list: `versions of rule ${ruleId}`,
      columns: versionColumns,
      from: versionTables,
      conditions,
      query,
      sortBy: { column: 'v.version', type: 'numeric', id: 'v.id' },
      descending: true,
    });
    return { rows: rows.map(toRuleVersion), pagination };
  }

  /** `GET /rules/{id}/versions/{version}`. */
  async get(organizationId: string, ruleId: string, version: number): Promise<Rule> {
    const rule = await findRuleVersion(this.database.forOrganization(organizationId), organizationId, ruleId, version);
    if (!rule) throw notFound('Rule version');
    return rule;
  }
}

const toRuleVersion = (row: VersionRow): RuleVersion => ({
  version: row.version,
  previousVersionId: row.previous_version_id,
  contentHash: row.content_hash,
  summary: row.source_before === null ? [] : summarizeChanges(row.source_before, row.source, row),
  status: row.status,
  reason: row.reason,
  createdBy: row.created_by,
  createdAt: row.created_at.toISOString(),
  publication: toPublication(row.publication),
});

function summarizeChanges(
  before: string,
  after: string,
  { status, status_before: old }: VersionRow,
): readonly string[] {
  const moved = old !== null && old !== status ? [`status ${old} → ${status}`] : [];
  return before === after ? moved : [...moved, ...describeChanges(parseSource(before).rule, parseSource(after).rule)];
}
