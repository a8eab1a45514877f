import type { RuleSetContent } from '@tamis/engine';

import type { Queryable } from '../../../platform/database/index.js';
import { matricesOfSet } from '../domain/matrix-content.js';
import { findRiskMatrices, readMatrixDefaults } from '../persistence/risk-matrix-store.js';
import { readDefaults } from '../persistence/rule-set-store.js';

export interface ContentRequest {
  readonly organizationId: string;
  readonly rules: RuleSetContent['rules'];
  readonly lists: RuleSetContent['lists'];
  /** Keys of the matrices the rules name. */
  readonly matrices: ReadonlySet<string>;
}

/** A rule set of these rules, with the matrices and what else of the organization can change an answer. */
export async function ruleSetContent(
  client: Queryable,
  { organizationId, rules, lists, matrices: named }: ContentRequest,
): Promise<RuleSetContent> {
  const matrices = await findRiskMatrices(client, organizationId);
  return {
    rules,
    lists,
    ...(await readDefaults(client, organizationId)),
    ...matricesOfSet(matrices, await readMatrixDefaults(client, organizationId), named),
  };
}
