import type { ScoreTrigger } from '@tamis/engine';
import type { MatrixDecisionJson, ScoringConfigJson } from '@tamis/lang';

import type { Queryable } from '../../../../platform/database/index.js';
import {
  type EvaluationTrigger,
  matrixTargets,
  type MatrixDefaults,
  type MatrixTarget,
  type RiskMatrix,
  type RiskMatrixCategory,
  type RiskMatrixStatus,
} from '../domain/risk-matrix.js';

/** A row of `risk_matrices`; JSON columns are returned as text. */
export interface RiskMatrixRow {
  readonly organization_id: string;
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly category: RiskMatrixCategory;
  readonly status: RiskMatrixStatus;
  readonly target_entity_types: readonly string[];
  readonly scoring_config: string | null;
  readonly decisions: string | null;
  readonly evaluation_triggers: string;
  readonly triggers: string;
  readonly tags: readonly string[];
  readonly version: number;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly updated_by: string | null;
  readonly updated_at: Date;
}

/** Column list for SELECT. */
export const riskMatrixColumns = `organization_id, id, key, name, description, category, status, target_entity_types, scoring_config,
  decisions, tags, version, created_by, created_at, updated_by, updated_at, evaluation_triggers, triggers`;

export const toRiskMatrix = (row: RiskMatrixRow): RiskMatrix => ({
  organizationId: row.organization_id,
  id: row.id,
  key: row.key,
  name: row.name,
  description: row.description,
  category: row.category,
  status: row.status,
  targetEntityTypes: row.target_entity_types,
  scoringConfig: row.scoring_config === null ? null : (JSON.parse(row.scoring_config) as ScoringConfigJson),
  decisions: row.decisions === null ? null : (JSON.parse(row.decisions) as MatrixDecisionJson[]),
  evaluationTriggers: JSON.parse(row.evaluation_triggers) as EvaluationTrigger[],
  triggers: JSON.parse(row.triggers) as ScoreTrigger[],
  tags: row.tags,
  version: row.version,
  createdBy: row.created_by,
  createdAt: row.created_at,
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
});

/** Returns all matrices of an organization, oldest first, with archived ones last. */
export async function findRiskMatrices(client: Queryable, organizationId: string): Promise<readonly RiskMatrix[]> {
  const { rows } = await client.query<RiskMatrixRow>({
    name: 'risk-matrices',
    text: `select ${riskMatrixColumns} from risk_matrices where organization_id = $1
      order by (status = 'archived'), created_at, id`,
    values: [organizationId],
  });
  return rows.map(toRiskMatrix);
}

/** Returns `null` if the organization has no such matrix. */
export async function findRiskMatrix(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<RiskMatrix | null> {
  const { rows } = await client.query<RiskMatrixRow>(
    `select ${riskMatrixColumns} from risk_matrices where organization_id = $1 and id = $2`,
    [organizationId, id],
  );
  return rows[0] ? toRiskMatrix(rows[0]) : null;
}

const toJson = (value: unknown): string | null => (value === null ? null : JSON.stringify(value));

/** Stores a new or changed matrix. Unique indexes: `risk_matrices_key`, `risk_matrices_name`. */
export async function storeRiskMatrix(client: Queryable, matrix: RiskMatrix): Promise<void> {
  await client.query(
    `insert into risk_matrices (${riskMatrixColumns})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
     on conflict (organization_id, id) do update set key = excluded.key, name = excluded.name, description = excluded.description,
       category = excluded.category, status = excluded.status, target_entity_types = excluded.target_entity_types,
       scoring_config = excluded.scoring_config, decisions = excluded.decisions, tags = excluded.tags, version = excluded.version,
       updated_by = excluded.updated_by, updated_at = excluded.updated_at, evaluation_triggers = excluded.evaluation_triggers,
       triggers = excluded.triggers`,
    [
      matrix.organizationId,
      matrix.id,
      matrix.key,
      matrix.name,
      matrix.description,
      matrix.category,
      matrix.status,
      matrix.targetEntityTypes,
      toJson(matrix.scoringConfig),
      toJson(matrix.decisions),
      matrix.tags,
      matrix.version,
      matrix.createdBy,
      matrix.createdAt,
      matrix.updatedBy,
      matrix.updatedAt,
      JSON.stringify(matrix.evaluationTriggers),
      JSON.stringify(matrix.triggers),
    ],
  );
}

export async function readMatrixDefaults(client: Queryable, organizationId: string): Promise<MatrixDefaults> {
  const { rows } = await client.query<{ target: MatrixTarget; id: string }>(
    `select target, risk_matrix_id as id from risk_matrix_defaults where organization_id = $1 order by target, position`,
    [organizationId],
  );
  const idsOf = (target: MatrixTarget): readonly string[] =>
    rows.filter((row) => row.target === target).map(({ id }) => id);
  return {
    person: idsOf('person'),
    company: idsOf('company'),
    transaction: idsOf('transaction'),
    user_event: idsOf('user_event'),
  };
}

/** Replaces the defaults of all targets. */
export async function storeMatrixDefaults(
  client: Queryable,
  organizationId: string,
  defaults: MatrixDefaults,
): Promise<void> {
  await client.query('delete from risk_matrix_defaults where organization_id = $1', [organizationId]);
  for (const target of matrixTargets)
    await client.query(
      `insert into risk_matrix_defaults (organization_id, target, position, risk_matrix_id)
       select $1, $2, position, id from unnest($3::uuid[]) with ordinality as named (id, position)`,
      [organizationId, target, defaults[target]],
    );
}
