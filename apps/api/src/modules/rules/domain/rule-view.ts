import { RawJson } from '../../../platform/http/index.js';
import { resolvedNames } from './resolved-names.js';
import { withDefaults } from './rule-headers.js';
import type { Rule } from './rule.js';

/** The record of a rule as every answer shows it, both forms included. Serialize with `stringifyJson`. */
export function ruleView(rule: Rule): Record<string, unknown> {
  const { text } = rule;
  const headers = withDefaults(text.form);
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
    names: resolvedNames(text),
    conditions: text.form.conditions,
    actions: text.form.actions,
    unknown: headers.unknown,
    scope: {},
    targetEntityTypes: headers.targetEntityTypes,
    triggers: headers.triggers,
    evaluationMode: 'sync',
    riskMatrixIds: [],
    riskMatrixId: null,
    stopOnMatch: false,
    mode: headers.mode,
    owner: rule.owner,
    reference: rule.reference,
    meta: rule.meta === null ? null : new RawJson(rule.meta),
    tags: rule.tags,
    version: rule.version,
    previousVersionId: rule.previousVersionId,
    activeVersion: rule.activeVersion,
    shadowVersion: rule.shadowVersion,
    contentHash: text.contentHash,
    cost: text.cost === null ? null : { total: text.cost },
    unknownable: text.unknownable.map((path) => ({ path })),
    guard: null,
    guardState: null,
    creationProvenance: rule.provenance,
    origin: 'local',
    readOnly: false,
    createdBy: rule.createdBy,
    createdAt: rule.createdAt.toISOString(),
    updatedBy: rule.updatedBy,
    updatedAt: rule.updatedAt.toISOString(),
  };
}
