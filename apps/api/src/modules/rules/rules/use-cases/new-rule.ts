import { newId } from '../../../../platform/database/index.js';
import type { Rule, RuleText } from '../domain/rule.js';

/** Returns a rule as it is first stored: in progress and disabled. */
export const newRule = (
  { organizationId, text, by }: { readonly organizationId: string; readonly text: RuleText; readonly by: string },
  now: Date,
): Rule => ({
  organizationId,
  id: newId(now.getTime()),
  externalId: null,
  status: 'in_progress',
  enabled: false,
  version: 1,
  versionId: newId(now.getTime()),
  previousVersionId: null,
  activeVersion: null,
  shadowVersion: null,
  text,
  reason: null,
  provenance: { origin: 'api' },
  guard: null,
  publication: null,
  createdBy: by,
  createdAt: now,
  updatedBy: by,
  updatedAt: now,
});
