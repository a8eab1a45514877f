import { Injectable } from '@nestjs/common';

import { searchPattern, searchSql, SqlConditions, TenantDatabase } from '../../../platform/database/index.js';
import { type Page, selectPage } from '../../../platform/http/index.js';
import {
  findAllSharedMatrices,
  findRiskMatrix,
  type SharedMatrixView,
  toRiskMatrix,
  riskMatrixColumns,
  type RiskMatrix,
  type RiskMatrixRow,
} from '../../decisions/rule-sets/index.js';
import {
  countRulesOfMatrices,
  findRulesOfMatrix,
  findSharedRuleSummaries,
  type RuleSummary,
  sumCosts,
} from '../rules/index.js';
import type { MatrixCounts, MatrixOrigin } from './risk-matrix-view.js';
import type { ListRiskMatricesQuery } from './risk-matrix.bodies.js';
import { matrixNotFound } from './matrix-errors.js';

/** A matrix with statistics of its rules. */
export interface MatrixWithCounts {
  readonly matrix: RiskMatrix;
  readonly counts: MatrixCounts;
  /** Defaults to an own matrix. */
  readonly origin?: MatrixOrigin;
}

/** Of a matrix of the parent, only the number of running rules is known here, but not their cost. */
const sharedMatrixWithCounts = ({ matrix, rules, sharedEnabled }: SharedMatrixView): MatrixWithCounts => ({
  matrix,
  counts: {
    ruleCount: rules.length,
    activeRuleCount: rules.filter(({ content }) => content.status === 'active').length,
    cost: 0,
  },
  origin: { origin: 'parent', readOnly: true, sharedEnabled },
});

@Injectable()
export class ReadRiskMatrices {
  constructor(private readonly database: TenantDatabase) {}

  /** `GET /risk-matrices/{id}`; archived matrices can also be read, because decisions refer to them. */
  async get(
    organizationId: string,
    id: string,
  ): Promise<MatrixWithCounts & { readonly rules: readonly RuleSummary[] }> {
    const client = this.database.forOrganization(organizationId);
    const matrix = await findRiskMatrix(client, organizationId, id);
    if (matrix)
      return { ...(await this.withCounts(matrix)), rules: await findRulesOfMatrix(client, organizationId, id) };
    const shared = (await findAllSharedMatrices(client, organizationId)).find((each) => each.matrix.id === id);
    if (!shared) throw matrixNotFound();
    return { ...sharedMatrixWithCounts(shared), rules: await findSharedRuleSummaries(client, organizationId, id) };
  }

  async withCounts(matrix: RiskMatrix): Promise<MatrixWithCounts> {
    const [counted] = await this.withAllCounts(matrix.organizationId, [matrix]);
    return counted!;
  }

  /** `GET /risk-matrices`: oldest first, with those of the parent after the last own one. */
  async list(organizationId: string, query: ListRiskMatricesQuery): Promise<Page<MatrixWithCounts>> {
    const conditions = new SqlConditions(organizationId)
      .add('status = any(?)', query.status)
      .add('category = any(?)', query.category)
      .add(searchSql('name', 'key', 'description'), searchPattern(query.search));
    const showsArchived = query.includeArchived === true || query.status?.includes('archived') === true;
    if (!showsArchived) conditions.addRaw(`status <> 'archived'`);
    const { rows, pagination } = await selectPage<RiskMatrixRow>(this.database.forOrganization(organizationId), {
      list: 'risk-matrices',
      columns: riskMatrixColumns,
      from: 'risk_matrices',
      conditions,
      query,
      sortBy: { column: 'created_at', type: 'timestamptz' },
    });
    const own = await this.withAllCounts(organizationId, rows.map(toRiskMatrix));
    const all = await findAllSharedMatrices(this.database.forOrganization(organizationId), organizationId);
    const shared = all.filter(({ matrix }) => isListed(matrix, query, showsArchived)).map(sharedMatrixWithCounts);
    return {
      rows: pagination.hasMore ? own : [...own, ...shared],
      pagination: { ...pagination, total: pagination.total + shared.length },
    };
  }

  private async withAllCounts(
    organizationId: string,
    matrices: readonly RiskMatrix[],
  ): Promise<readonly MatrixWithCounts[]> {
    const client = this.database.forOrganization(organizationId);
    const ids = matrices.map(({ id }) => id);
    const counts = await countRulesOfMatrices(client, organizationId, ids);
    const costs = await sumCosts(client, organizationId, ids);
    return matrices.map((matrix) => {
      const { ruleCount = 0, activeRuleCount = 0 } = counts.get(matrix.id) ?? {};
      return { matrix, counts: { ruleCount, activeRuleCount, cost: costs.get(matrix.id) ?? 0 } };
    });
  }
}

/** Applies the same conditions as for own matrices. */
function isListed(
  { status, category, name, key, description }: RiskMatrix,
  query: ListRiskMatricesQuery,
  showsArchived: boolean,
): boolean {
  const search = query.search?.toLowerCase() ?? '';
  return (
    (showsArchived || status !== 'archived') &&
    (query.status?.includes(status) ?? true) &&
    (query.category?.includes(category) ?? true) &&
    [name, key, description].some((text) => text.toLowerCase().includes(search))
  );
}
