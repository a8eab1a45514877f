import { isUnknown, type Outcome } from '@tamis/lang';
import type { RuleInspector } from '../evaluate/rule-inspector.js';

/** An explanation under way. */
export interface ExplainContext {
  readonly inspector: RuleInspector;
  /** Also evaluate what the answer does not depend on. */
  readonly full: boolean;
  /** How many nodes were made. */
  nodes: number;
}

export const outcomeText = (value: Outcome): 'true' | 'false' | 'unknown' =>
  isUnknown(value) ? 'unknown' : value === true ? 'true' : 'false';
