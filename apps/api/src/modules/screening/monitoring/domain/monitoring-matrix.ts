import type { RuleSetContent } from '@tamis/engine';

export interface MonitoringMatrix {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the matrix that decides on monitoring hits for an entity: the first active one of those assigned to it, or of the defaults of its
 * type if none is assigned. Returns `null` if there is no matrix, or none that handles this event.
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

/** If a matrix does not configure the event, its rules may still name the trigger. */
const isOn = (event: { readonly enabled: boolean } | undefined): boolean => event?.enabled !== false;
