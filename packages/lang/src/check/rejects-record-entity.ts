import type { OperationNode } from '../ast/operation-node.js';
import { e0302 } from '../diagnostics/codes/e0302.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

/**
 * Rejects (E0302) the entity of a record in a data list lookup: lists contain tax ids and ids of the caller, but only the internal id of a
 * record's entity is read, so it would never be found. Returns `true` if it did.
 */
export function rejectsRecordEntity(
  node: OperationNode,
  types: readonly Type[],
  { record }: ExpressionScope,
  rule: RuleContext,
): boolean {
  const [value] = node.operands;
  if (types[0]?.kind !== 'entity' || types[1]?.kind !== 'listref' || value?.kind !== 'path') return false;
  const found = rule.resolutions.get(value);
  if (found?.kind !== 'field' || found.scope !== 'record') return false;
  const path = formatPath(value.steps);
  const hasTaxId = record?.field([...value.steps, 'taxId']) != null;
  rule.findings.add(e0302, value, {
    message: `of a record's \`${path}\` only the id is known, but lists contain tax and external ids`,
    ...(hasTaxId && {
      help: `name the field that the list contains: \`${path}.taxId\``,
      ...rule.findings.replacementFix(value, `${path}.taxId`, false),
    }),
  });
  return true;
}
