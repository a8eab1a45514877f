import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { TenantDatabase } from '../../../platform/database/index.js';
import { notFound, type Page } from '../../../platform/http/index.js';
import { ruleAlone, RuleSets } from '../../rule-sets/index.js';
import type { EvaluationRow } from '../domain/evaluation-row.js';
import { needRecordReading, readableTypes } from '../domain/readable-records.js';
import { storedRun, type StoredRun } from '../domain/stored-run.js';
import { type EvaluationFilter, findEvaluation, listEvaluations } from '../persistence/evaluation-records.js';

/** Reads of stored runs; nothing is evaluated. */
@Injectable()
export class ReadEvaluations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** Throws 404 for an unknown one, 403 when the caller may not read its record. */
  async one(principal: Principal, id: string): Promise<StoredRun> {
    const row = await this.row(principal.organizationId, id);
    needRecordReading(principal, row.recordType);
    return this.withSet(row);
  }

  /** For who reads for the server itself. Throws 404 for an unknown one. */
  async stored(organizationId: string, id: string): Promise<StoredRun> {
    return this.withSet(await this.row(organizationId, id));
  }

  /** Of the records the caller may read. Throws 403 when there are none. */
  async list(principal: Principal, query: EvaluationFilter): Promise<Page<StoredRun>> {
    const { organizationId } = principal;
    const types = readableTypes(principal);
    const page = await listEvaluations(this.database.of(organizationId), organizationId, types, query);
    const rows: StoredRun[] = [];
    for (const row of page.rows) rows.push(await this.withSet(row));
    return { rows, pagination: page.pagination };
  }

  private async row(organizationId: string, id: string): Promise<EvaluationRow> {
    const row = await findEvaluation(this.database.of(organizationId), organizationId, id);
    if (!row) throw notFound('Evaluation');
    return row;
  }

  private async withSet(row: EvaluationRow): Promise<StoredRun> {
    const { organizationId, ruleSetVersion: version, ruleSetRevision: revision } = row;
    const set = await this.ruleSets.published(this.database.of(organizationId), organizationId, { version, revision });
    return storedRun(row, row.ruleId === null ? set : (ruleAlone(set, row.ruleId) ?? set));
  }
}
