import type { RuleSetContent } from '@tamis/engine';

export interface MonitoringMatrix {
  readonly id: string;
  readonly name: string;
}

/**
 * The matrix that decides on what monitoring finds about an entity: the first that runs of those assigned to it, or of the defaults of its
 * type where none is. Null: no matrix, or none that looks at it.
 */
export function monitoringMatrix(
  { matrices = [], defaultMatrices }: RuleSetContent,
  { type, riskMatrixIds }: { readonly type: string; readonly riskMatrixIds: readonly string[] },
): MonitoringMatrix | null {
  if (type !== 'person' && type !== 'company') return null;
  const running = matrices.filter(({ status, events }) => status === 'active' && isOn(events?.['monitoring_hit']));
  const chosen =
    riskMatrixIds.length > 0
      ? riskMatrixIds.map((id) => running.find(({ matrixId }) => matrixId === id))
      : (defaultMatrices?.[type] ?? []).map((key) => running.find((matrix) => matrix.key === key));
  const first = chosen.find((matrix) => matrix !== undefined);
  return first ? { id: first.matrixId, name: first.name } : null;
}

/** Where a matrix says nothing, its rules may name the trigger themselves. */
const isOn = (event: { readonly enabled: boolean } | undefined): boolean => event?.enabled !== false;
