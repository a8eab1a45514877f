import type { AggregatePlan, PlanNode } from './plan-node.js';

/** Returns whether a node depends only on the record, and possibly the logical time. */
function dependsOnRecordOnly(node: PlanNode): boolean {
  switch (node.kind) {
    case 'subjectField':
    case 'match':
    case 'aggregate':
    case 'now':
      return false;
    case 'constant':
    case 'recordField':
    case 'readAs':
    case 'application':
    case 'member':
    case 'template':
    case 'convert':
    case 'and':
    case 'or':
    case 'not':
    case 'atLeast':
    case 'array':
      return !node.asks && node.operands.every(dependsOnRecordOnly);
  }
}

/**
 * Returns whether a source can compute the aggregate from the records alone, with nothing else of the evaluation but its logical time and
 * keys.
 */
export function isFoldable({ window, span, where, value }: AggregatePlan): boolean {
  if (window.source === null || window.timePath === null) return false;
  if (span.kind === 'since' && span.start.late) return false;
  return (where === null || dependsOnRecordOnly(where)) && (value === null || dependsOnRecordOnly(value));
}
