import { encodeMatrix, type MatrixDeclaration } from '@tamis/lang';

import { matrixTargets, type RiskMatrix } from '../../../decisions/rule-sets/index.js';

const noAuthor = { organizationId: '', id: '', createdBy: null, createdAt: new Date(0) };

/** A matrix that files declare, as it is stored first: a draft, which runs nothing until somebody puts it to work. */
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
