import { encodeMatrix, type MatrixDeclaration } from '@tamis/lang';

import { matrixTargets, type RiskMatrix } from '../../../decisions/rule-sets/index.js';

const noAuthor = { organizationId: '', id: '', createdBy: null, createdAt: new Date(0) };

/** Returns a matrix declared in files as it is first stored: as a draft, which does not run until somebody activates it. */
export function matrixFromDeclaration(
  declaration: MatrixDeclaration,
  by: Pick<RiskMatrix, 'organizationId' | 'id' | 'createdBy' | 'createdAt'> = noAuthor,
): RiskMatrix {
  const { key, name, description, targetEntityTypes, scoringConfig, decisions } = encodeMatrix(declaration);
  return {
    ...by,
    key,
    name: name ?? key,
    description: description ?? '',
    category: 'custom',
    status: 'draft',
    targetEntityTypes: targetEntityTypes?.length ? targetEntityTypes : matrixTargets,
    scoringConfig: scoringConfig ?? null,
    decisions: decisions ?? null,
    triggers: [],
    evaluationTriggers: [],
    tags: [],
    version: 1,
    updatedBy: by.createdBy,
    updatedAt: by.createdAt,
  };
}
