import { Injectable } from '@nestjs/common';
import { readRules } from '@tamis/lang';

import type { Principal } from '../../../../platform/auth/index.js';
import { type SqlConditions, TenantDatabase } from '../../../../platform/database/index.js';
import { invalid, notFound, type Page } from '../../../../platform/http/index.js';
import { Secrets } from '../../../../platform/secrets/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  findAllSharedMatrices,
  findLibrarySource,
  findPublications,
  singleRuleSet,
  RuleSets,
} from '../../rule-sets/index.js';
import type { ParameterDefaults } from '../domain/evaluation-test.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import { requireRecordRead, readableTypes } from '../domain/readable-records.js';
import { toStoredEvaluation, type StoredEvaluation } from '../domain/stored-evaluation.js';
import {
  findBatchIds,
  type EvaluationFilter,
  findEvaluation,
  openEvaluation,
  listEvaluations,
  type OutcomeFilter,
  outcomeSql,
  type RuleIndexes,
} from '../persistence/evaluation-records.js';

const toDate = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));

/** Reads stored evaluations without evaluating anything. */
@Injectable()
export class ReadEvaluations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
    private readonly secrets: Secrets,
  ) {}

  /** Returns an evaluation. Throws 404 if it does not exist, and 403 if the caller may not read its record. */
  async get(principal: Principal, id: string): Promise<StoredEvaluation> {
    const row = await this.requireRow(principal.organizationId, id);
    requireRecordRead(principal, row.recordType);
    return (await this.withRuleSets(principal.organizationId, [row]))[0]!;
  }

  /** Returns an evaluation for internal use by the server. Throws 404 if it does not exist. */
  async getForSystem(organizationId: string, id: string): Promise<StoredEvaluation> {
    return this.withRuleSet(await this.requireRow(organizationId, id));
  }

  /** Returns the evaluations of the records that the caller may read. Throws 403 if the caller may read none. */
  async list(principal: Principal, query: EvaluationFilter): Promise<Page<StoredEvaluation>> {
    const { organizationId } = principal;
    const types = readableTypes(principal);
    const client = this.database.forOrganization(organizationId);
    const where = await this.findRuleIndexes(organizationId, query);
    const page = await listEvaluations(client, organizationId, types, query, where);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const rows = page.rows.map((row) => openEvaluation(row, numbers));
    return { rows: await this.withRuleSets(organizationId, rows), pagination: page.pagination };
  }

  /**
   * Returns SQL for the ids of evaluations with an outcome, for organization `$1`; `null` if the filter requires none. Throws like `list`.
   */
  async runIdsSql(conditions: SqlConditions, organizationId: string, filter: OutcomeFilter): Promise<string | null> {
    const clauses = outcomeSql(conditions, filter, await this.findRuleIndexes(organizationId, filter));
    if (clauses.length === 0) return null;
    return `select id from evaluations where organization_id = $1 and (${clauses.join(') and (')})`;
  }

  /** Returns the defaults of the parameters that a rule can use, by name. */
  async parameterDefaults(organizationId: string, ruleId: string): Promise<ParameterDefaults> {
    const client = this.database.forOrganization(organizationId);
    const shared = (await findAllSharedMatrices(client, organizationId)).flatMap(({ rules }) => rules);
    const ofParent = shared.find(({ content }) => content.ruleId === ruleId);
    const source = ofParent?.content.source ?? (await findLibrarySource(client, organizationId));
    return Object.fromEntries(readRules(source).file.parameters.map(({ name, value }) => [name.text, value]));
  }

  private async requireRow(organizationId: string, id: string): Promise<EvaluationRow> {
    const client = this.database.forOrganization(organizationId);
    const numbers = await this.secrets.storedAccountNumbers(client, organizationId);
    const row = await findEvaluation(client, organizationId, id, numbers);
    if (!row) throw notFound('Evaluation');
    return row;
  }

  /** Throws 400 if the rule was published so often that finding its positions would take too long. */
  private async findRuleIndexes(
    organizationId: string,
    query: OutcomeFilter & Pick<EvaluationFilter, 'ruleSetVersion' | 'from' | 'to'>,
  ): Promise<readonly RuleIndexes[]> {
    const { ruleId, ruleSetVersion, from, to } = query;
    if (ruleId === undefined || query.outcome !== 'no_hit') return [];
    const client = this.database.forOrganization(organizationId);
    const publications = await findPublications(client, organizationId, {
      ruleId,
      ruleSetVersion,
      from: toDate(from),
      to: toDate(to),
    });
    if (publications.length > limits.filteredPublications) {
      const often = `the rule was part of more than ${limits.filteredPublications} publications in this time`;
      throw invalid({ outcome: `no_hit: ${often}; name a ruleSetVersion, or from and to` });
    }
    const revisions = new Map<string, number[]>();
    for (const pointer of publications) {
      const { compiled } = await this.ruleSets.loadPublication(client, organizationId, pointer);
      const places = compiled.rules.flatMap(({ content }, place) => (content.ruleId === ruleId ? [place] : []));
      const key = places.join(' ');
      revisions.set(key, [...(revisions.get(key) ?? []), pointer.revision]);
    }
    return Array.from(revisions, ([key, of]) => ({ revisions: of, indexes: key.split(' ').map(Number) }));
  }

  private async withRuleSets(
    organizationId: string,
    rows: readonly EvaluationRow[],
  ): Promise<readonly StoredEvaluation[]> {
    const idsOf = (type: EvaluationRow['recordType']): readonly string[] =>
      rows.flatMap(({ recordType, recordId }) => (recordType === type ? [recordId] : []));
    const batches = await findBatchIds(this.database.forOrganization(organizationId), organizationId, {
      transactionIds: idsOf('transaction'),
      userEventIds: idsOf('user_event'),
    });
    const runs: StoredEvaluation[] = [];
    for (const row of rows)
      runs.push({ ...(await this.withRuleSet(row)), batchJobId: batches.get(row.recordId) ?? null });
    return runs;
  }

  private async withRuleSet(row: EvaluationRow): Promise<StoredEvaluation> {
    const { organizationId, ruleSetVersion: version, ruleSetRevision: revision } = row;
    const set = await this.ruleSets.loadPublication(this.database.forOrganization(organizationId), organizationId, {
      version,
      revision,
    });
    return toStoredEvaluation(row, row.ruleId === null ? set : (singleRuleSet(set, row.ruleId) ?? set));
  }
}
