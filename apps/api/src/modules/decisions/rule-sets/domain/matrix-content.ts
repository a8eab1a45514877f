import { platformTriggerNames, type MatrixContent, type RuleSetContent } from '@tamis/engine';
import { checkFile, decodeMatrix, ruleFile, type CheckedMatrix, type Target } from '@tamis/lang';
import { libraryCatalogue, platformTriggers } from '@tamis/library';

import { isMatrixRunning, type MatrixDefaults, type MatrixTarget, type RiskMatrix } from './risk-matrix.js';

/** Names of targets in the rule language. */
const targetByType: Readonly<Record<MatrixTarget, Target>> = {
  person: 'person',
  company: 'company',
  transaction: 'transaction',
  user_event: 'userEvent',
};

const typeByTarget = Object.fromEntries(Object.entries(targetByType).map(([type, target]) => [target, type]));

/** Returns the name that matrix records use for a target of the rule language. */
export const toMatrixTarget = (target: Target): string => typeByTarget[target] ?? target;

const triggerWords: readonly string[] = [
  ...new Set(Object.values(platformTriggers).flatMap((names) => Object.keys(names))),
];

/** Returns a stored matrix with defaults filled in. */
export function checkedMatrix(matrix: RiskMatrix): CheckedMatrix {
  const { key, name, description, targetEntityTypes, scoringConfig, decisions } = matrix;
  const { matrix: declaration } = decodeMatrix({ key, name, description, targetEntityTypes, scoringConfig, decisions });
  const [checked] = declaration
    ? checkFile(ruleFile(null, [declaration]), { catalogue: libraryCatalogue }).matrices
    : [];
  if (!checked) throw new Error(`the stored risk matrix ${matrix.id} is invalid`);
  return checked;
}

/** Returns the part of a matrix that is included in a rule set. */
export function toMatrixContent(matrix: RiskMatrix): MatrixContent {
  const { targets, scale, thresholds, bands, otherwise } = checkedMatrix(matrix);
  const status =
    isMatrixRunning(matrix) && matrix.status === 'shadow' ? 'shadow' : isMatrixRunning(matrix) ? 'active' : 'inactive';
  const { id: matrixId, key, name, version } = matrix;
  const events = Object.fromEntries(
    matrix.evaluationTriggers.map(({ event, enabled, watchFields: watch }) => [event, { enabled, watch }]),
  );
  return {
    matrixId,
    key,
    name,
    version,
    targets,
    status,
    scale,
    thresholds,
    bands,
    otherwise,
    ...(matrix.evaluationTriggers.length > 0 && { events }),
    ...(matrix.triggers.length > 0 && { triggers: matrix.triggers }),
  };
}

/** Returns the trigger words that are disabled for everything a matrix applies to; none without a matrix. */
export function disabledTriggers(matrix: RiskMatrix | null): readonly string[] {
  if (!matrix) return [];
  const { evaluationTriggers, targetEntityTypes } = matrix;
  const off = new Set(evaluationTriggers.filter(({ enabled }) => !enabled).map(({ event }) => event));
  if (off.size === 0) return [];
  const targets = targetEntityTypes.map((type) => targetByType[type as MatrixTarget]);
  return triggerWords.filter((word) => {
    const events = targets.flatMap((target) => platformTriggerNames[target][word] ?? []);
    return events.length > 0 && events.every((event) => off.has(event));
  });
}

/**
 * Returns the matrices included in a rule set: those that run, and others that a rule of the set names. If a key was reused, the matrix
 * that is not archived counts. If there are none, nothing is added, so that such a set keeps the version it had before matrices were
 * introduced.
 */
export function matricesOfSet(
  matrices: readonly RiskMatrix[],
  defaults: MatrixDefaults,
  named: ReadonlySet<string>,
): Pick<RuleSetContent, 'matrices' | 'defaultMatrices'> {
  const taken = new Set(matrices.flatMap(({ status, key }) => (status === 'archived' ? [] : [key])));
  const inSet = matrices.filter(
    (matrix) =>
      isMatrixRunning(matrix) || (named.has(matrix.key) && (matrix.status !== 'archived' || !taken.has(matrix.key))),
  );
  if (inSet.length === 0) return {};
  const running = new Map(matrices.filter(isMatrixRunning).map(({ id, key }) => [id, key]));
  const keysOf = (ids: readonly string[]): readonly string[] => ids.flatMap((id) => running.get(id) ?? []);
  const defaultMatrices = Object.fromEntries(
    Object.entries(defaults).flatMap(([target, ids]) => {
      const keys = keysOf(ids);
      return keys.length > 0 ? [[targetByType[target as MatrixTarget], keys] as const] : [];
    }),
  );
  return {
    matrices: inSet.map(toMatrixContent),
    ...(Object.keys(defaultMatrices).length > 0 && { defaultMatrices }),
  };
}
