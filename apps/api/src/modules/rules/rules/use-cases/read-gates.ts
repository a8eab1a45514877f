import { Injectable } from '@nestjs/common';
import { describeChanges } from '@tamis/lang';

import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { findSettings, type RulePolicy } from '../../../tenancy/organization-settings/index.js';
import { hasErrors, withFrames } from '../domain/diagnostic-frames.js';
import { parseSource } from '../domain/parse-source.js';
import { type Gate, type GateName, gateNames, type RuleGates } from '../domain/rule-gates.js';
import {
  minReasonCharacters,
  policyViolations,
  type PolicyViolation,
  type Publication,
  type TestEvidence,
} from '../domain/rule-policy-gate.js';
import type { Rule } from '../domain/rule.js';
import { findNewestEvidence } from '../persistence/dry-run-evidence.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findRule } from '../persistence/rule-store.js';
import { findRuleVersion } from '../persistence/rule-versions.js';
import { describePublication } from './check-policy.js';
import { recheck } from './recheck-rules.js';

/** Paths of the policy that each gate covers. */
const pathsOf: Readonly<Record<Exclude<GateName, 'checks' | 'reason' | 'secondPerson'>, readonly string[]>> = {
  tests: ['testsMustPass', 'minTests'],
  cost: ['maxRuleCost', 'maxMatrixCost'],
  dryRun: ['evidence'],
  guard: ['guard'],
};

const noTests: TestEvidence = { passed: [], failed: [] };

/** `GET /rules/{id}/gates`: returns all gates at once, before an attempt to pass them. Nothing is changed. */
@Injectable()
export class ReadGates {
  constructor(private readonly database: TenantDatabase) {}

  /** If `version` is absent, the newest one is used. Throws 404. */
  read(organizationId: string, id: string, version: number | undefined): Promise<RuleGates> {
    return this.database.transaction(organizationId, async (client) => {
      const rule = await findRule(client, organizationId, id);
      if (!rule) throw notFound('Rule');
      const wanted = version ?? rule.version;
      const found = wanted === rule.version ? rule : await findRuleVersion(client, organizationId, id, wanted);
      if (!found) throw notFound('Rule version');
      return readGatesOf(client, rule, found);
    });
  }
}

async function readGatesOf(client: Transaction, rule: Rule, found: Rule): Promise<RuleGates> {
  const { organizationId } = rule;
  const { rulePolicy } = await findSettings(client, organizationId);
  const shared = await readLibraryNames(client, organizationId);
  const { text, diagnostics } = await recheck(client, found, shared);
  const isClean = !hasErrors(diagnostics);
  const { key } = text.form;
  const { contentHash } = text;
  const dryRun = isClean ? await findNewestEvidence(client, organizationId, { key, contentHash }) : null;
  const published: Rule = { ...found, text, guard: rule.guard, status: 'active', enabled: true };
  const asked = { rules: [published], reason: null, isApproved: true, evidence: dryRun };
  const publication = isClean ? await describePublication(client, organizationId, asked, shared) : null;
  return {
    rule,
    version: found.version,
    gates: gatesOf(rulePolicy, publication),
    diagnostics: withFrames(diagnostics, text.source, key),
    tests: publication?.tests.get(key) ?? noTests,
    minTests: rulePolicy.minTests,
    cost: text.cost,
    maxCost: rulePolicy.maxRuleCost,
    dryRun,
    dryRunMaxAgeDays: rulePolicy.dryRunMaxAgeDays,
    minReasonCharacters,
    changes: await changesSinceForce(client, rule, found),
  };
}

/** If `publication` is null, the text has errors, and nothing else is known about it. */
function gatesOf(policy: RulePolicy, publication: Publication | null): readonly Gate[] {
  const points: readonly PolicyViolation[] = publication ? policyViolations(policy, publication) : [];
  const isAsked: Readonly<Record<GateName, boolean>> = {
    checks: true,
    tests: policy.testsMustPass || policy.minTests > 0,
    cost: true,
    dryRun: policy.requireDryRun,
    guard: policy.requireGuard,
    reason: policy.requireReason,
    secondPerson: policy.requireSecondPerson,
  };
  return gateNames.map((gate): Gate => {
    const own = { gate, isAsked: isAsked[gate] };
    if (gate === 'checks') return { ...own, isMet: publication !== null, messages: [] };
    if (gate === 'reason' || gate === 'secondPerson' || !publication) return { ...own, isMet: null, messages: [] };
    const messages = points.flatMap(({ path, message }) => (pathsOf[gate].includes(path) ? [message] : []));
    return { ...own, isMet: messages.length === 0, messages };
  });
}

async function changesSinceForce(client: Transaction, rule: Rule, found: Rule): Promise<readonly string[]> {
  const { organizationId, id, activeVersion } = rule;
  if (activeVersion === null || activeVersion === found.version) return [];
  const before = await findRuleVersion(client, organizationId, id, activeVersion);
  if (!before) return [];
  return describeChanges(parseSource(before.text.source).rule, parseSource(found.text.source).rule);
}
