import type { RuleContent } from '@tamis/engine';

import { conditionIdsOf } from './condition-ids.js';
import { sourceWithDeclarations } from './library-names.js';
import type { Rule } from './rule.js';

/** Returns a version of a rule in the form included in a rule set. */
export function ruleContent({ id, version, status, text, externalId, createdAt }: Rule): RuleContent {
  const conditionIds = conditionIdsOf(text.form);
  return {
    ruleId: id,
    version,
    status: status === 'shadow' ? 'shadow' : 'active',
    source: sourceWithDeclarations(text.source, text.shared),
    externalId,
    createdAt: createdAt.toISOString(),
    ...(conditionIds && { conditionIds }),
  };
}
