import { libraryCatalogue } from '@tamis/library';
import { type MeasuredRule, type UnknownShare, unmeasuredShares } from '../../../decisions/record-samples/index.js';
import { type RecordType, targetByRecordType } from '../../../decisions/evaluations/index.js';
import { withListIds } from './action-lists.js';
import { guardStateView, guardView } from './rule-guard.js';
import { withDefaults } from './rule-headers.js';
import type { RuleCost } from './rule-cost.js';
import { matrixIdsOf, type Rule } from './rule.js';

/** Returns the fields that distinguish the record of a rule of the parent from that of an own rule. */
export const sharedOrigin = ({ sharedEnabled }: { readonly sharedEnabled: boolean }) => ({
  ...{ origin: 'parent', readOnly: true, sharedEnabled },
});

const recordTypes = Object.keys(targetByRecordType) as readonly RecordType[];

/** Returns a rule in the form in which its unknowns are measured. Its record types may contain errors while it is not active. */
export const measuredRule = ({ text: { form, unknownable } }: Pick<Rule, 'text'>): MeasuredRule => ({
  recordTypes: recordTypes.filter((type) => form.targetEntityTypes?.includes(type)),
  paths: unknownable,
});

/** Returns the record of a rule as all responses show it, in both forms. Serialize it with `stringifyJson`. */
export function ruleView(
  rule: Rule,
  cost: RuleCost | null,
  unknownable: readonly UnknownShare[] = unmeasuredShares(rule.text.unknownable),
): Record<string, unknown> {
  const { text } = rule;
  const headers = withDefaults(text.form);
  const riskMatrixIds = matrixIdsOf(text);
  return {
    id: rule.id,
    organizationId: rule.organizationId,
    key: headers.key,
    externalId: rule.externalId,
    name: headers.name,
    description: headers.description,
    category: headers.category,
    status: rule.status,
    enabled: rule.enabled,
    priority: headers.priority,
    score: headers.score,
    source: text.source,
    let: text.form.let,
    names: text.names,
    conditions: text.form.conditions,
    actions: withListIds(text),
    unknown: headers.unknown,
    scope: headers.scope,
    targetEntityTypes: headers.targetEntityTypes,
    triggers: headers.triggers,
    evaluationMode: headers.evaluationMode,
    riskMatrixIds,
    riskMatrixId: riskMatrixIds[0] ?? null,
    stopOnMatch: headers.stopOnMatch,
    mode: headers.mode,
    owner: headers.owner,
    reference: headers.reference,
    meta: headers.meta,
    tags: headers.tags,
    version: rule.version,
    previousVersionId: rule.previousVersionId,
    activeVersion: rule.activeVersion,
    shadowVersion: rule.shadowVersion,
    contentHash: text.contentHash,
    languageVersion: libraryCatalogue.languageVersion,
    cost,
    unknownable,
    guard: rule.guard && guardView(rule.guard),
    guardState: rule.guard && guardStateView(rule.guard, rule.status === 'active'),
    publication: rule.publication,
    creationProvenance: rule.provenance,
    origin: 'local',
    readOnly: false,
    createdBy: rule.createdBy,
    createdAt: rule.createdAt.toISOString(),
    updatedBy: rule.updatedBy,
    updatedAt: rule.updatedAt.toISOString(),
  };
}
