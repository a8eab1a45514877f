import { Injectable } from '@nestjs/common';

import { containsPattern, SqlConditions, TenantDatabase } from '../../../platform/database/index.js';
import { type Page, selectPage } from '../../../platform/http/index.js';
import {
  findRiskMatrix,
  readRiskMatrix,
  riskMatrixColumns,
  type RiskMatrix,
  type RiskMatrixRow,
} from '../../rule-sets/index.js';
import { countRulesOfMatrices, findRulesOfMatrix, type RuleCounts, type ShortRule } from '../../rules/index.js';
import type { ListRiskMatricesQuery } from '../http/list-risk-matrices.query.js';
import { matrixNotFound } from './matrix-errors.js';

/** A matrix with how many rules it has. */
export interface CountedMatrix {
  readonly matrix: RiskMatrix;
  readonly counts: RuleCounts | undefined;
}

@Injectable()
export class ReadRiskMatrices {
  constructor(private readonly database: TenantDatabase) {}

  /** `GET /risk-matrices/{id}`; archived ones can be read too, because decisions cite them. */
  async one(organizationId: string, id: string): Promise<CountedMatrix & { readonly rules: readonly ShortRule[] }> {
    const matrix = await findRiskMatrix(this.database.of(organizationId), organizationId, id);
    if (!matrix) throw matrixNotFound();
    const rules = await findRulesOfMatrix(this.database.of(organizationId), organizationId, id);
    return { ...(await this.counted(matrix)), rules };
  }

  async counted(matrix: RiskMatrix): Promise<CountedMatrix> {
    const counts = await countRulesOfMatrices(this.database.of(matrix.organizationId), matrix.organizationId, [
      matrix.id,
    ]);
    return { matrix, counts: counts.get(matrix.id) };
  }

  /** `GET /risk-matrices`: the oldest first. */
  async list(organizationId: string, query: ListRiskMatricesQuery): Promise<Page<CountedMatrix>> {
    const conditions = new SqlConditions(organizationId)
      .add('status = any(?)', query.status)
      .add('category = any(?)', query.category)
      .add('name ilike ? or key ilike ? or description ilike ?', query.search && containsPattern(query.search));
    const showsArchived = query.includeArchived === true || query.status?.includes('archived') === true;
    if (!showsArchived) conditions.addPlain(`status <> 'archived'`);
    const { rows, pagination } = await selectPage<RiskMatrixRow>(this.database.of(organizationId), {
      list: 'risk-matrices',
      columns: riskMatrixColumns,
      from: 'risk_matrices',
      conditions,
      query,
      sortBy: { column: 'created_at', type: 'timestamptz' },
    });
    const counts = await countRulesOfMatrices(
      this.database.of(organizationId),
      organizationId,
      rows.map(({ id }) => id),
    );
    return {
      rows: rows.map((row) => ({ matrix: readRiskMatrix(row), counts: counts.get(row.id) })),
      pagination,
    };
  }
}
