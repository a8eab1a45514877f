import { platformTriggerNames, type MatrixContent, type RuleSetContent } from '@tamis/engine';
import { checkFile, decodeMatrix, ruleFile, type CheckedMatrix, type Target } from '@tamis/lang';
import { libraryCatalogue, platformTriggers } from '@tamis/library';

import { isMatrixRunning, type MatrixDefaults, type MatrixTarget, type RiskMatrix } from './risk-matrix.js';

/** Targets as the rule language calls them. */
const targetByType: Readonly<Record<MatrixTarget, Target>> = {
  person: 'person',
  company: 'company',
  transaction: 'transaction',
  user_event: 'userEvent',
};

const typeByTarget = Object.fromEntries(Object.entries(targetByType).map(([type, target]) => [target, type]));

/** A target of the rule language as records of matrices call it. */
export const toMatrixTarget = (target: Target): string => typeByTarget[target] ?? target;

const triggerWords: readonly string[] = [
  ...new Set(Object.values(platformTriggers).flatMap((names) => Object.keys(names))),
];

/** A stored matrix with the defaults of what it leaves out. */
export function checkedMatrix(matrix: RiskMatrix): CheckedMatrix {
  const { key, name, description, targetEntityTypes, scoringConfig, decisions } = matrix;
  const { matrix: declaration } = decodeMatrix({ key, name, description, targetEntityTypes, scoringConfig, decisions });
  const [checked] = declaration
    ? checkFile(ruleFile(null, [declaration]), { catalogue: libraryCatalogue }).matrices
    : [];
  if (!checked) throw new Error(`the stored risk matrix ${matrix.id} is not valid`);
  return checked;
}

/** What a rule set holds of a matrix. */
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

/** Words of triggers that are switched off for everything a matrix is about; none where there is no matrix. */
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
 * Matrices as part of a rule set: those that run, and those that do not and that a rule of the set names. Of a key that was given
 * anew the matrix that is not archived counts. Without any, nothing: such a set keeps the version it had before there were matrices.
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
