import { mostExpensiveTerms, sumOfCosts } from '@tamis/lang';

import type { Queryable, Transaction } from '../../../../platform/database/index.js';
import { findEvidence, markEvidence } from '../persistence/dry-run-evidence.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { findRiskMatrices } from '../../../decisions/rule-sets/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { matrixTextLookup } from '../domain/matrix-texts.js';
import {
  type DryRunEvidence,
  type Publication,
  unguardedRuleKeys,
  assertPolicyMet,
} from '../domain/rule-policy-gate.js';
import type { Rule } from '../domain/rule.js';
import { sumCosts } from '../persistence/matrix-rules.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findRunningRules } from '../persistence/rule-store.js';
import { checkStoredRule } from './check-stored-rule.js';
import { testEvidence } from './test-evidence.js';

export interface PolicyRequest {
  readonly rules: readonly Rule[];
  readonly reason: string | null;
  /** Set if a second person is asked separately, or has already approved. */
  readonly isApproved?: boolean;
  /** The names as they will be; if absent, the stored ones. */
  readonly shared?: LibraryNames;
  /** Id of a dry run that serves as evidence. */
  readonly dryRunId?: string | undefined;
}

/**
 * Checks rules that are being put in force, and are already stored, against the policy of their organization. The caller must hold
 * `lockPublishing`. Throws 422 `TESTS_FAILED`, `EVIDENCE_MISSING`, `EVIDENCE_STALE` and `COST_EXCEEDED`, and 400 `REASON_REQUIRED`, with
 * all unmet requirements. Returns the id of the dry run that serves as evidence, or `null` if none was required or named.
 */
export async function checkPolicy(
  client: Transaction,
  organizationId: string,
  { rules, reason, isApproved = false, shared, dryRunId }: PolicyRequest,
): Promise<string | null> {
  if (rules.length === 0) return null;
  const { rulePolicy } = await findSettings(client, organizationId);
  const contents = contentsOf(rules);
  const evidence =
    dryRunId === undefined
      ? await reusableEvidence(client, organizationId, { rules, contents })
      : await findEvidence(client, organizationId, dryRunId);
  const shown = evidence ?? (dryRunId === undefined ? null : 'unknown');
  assertPolicyMet(
    rulePolicy,
    await describePublication(
      client,
      organizationId,
      { rules, reason, isApproved, evidence: shown },
      shared ?? (await readLibraryNames(client, organizationId)),
    ),
  );
  if (!evidence) return null;
  const put = rules.map(({ id, version }) => ({ ruleId: id, version }));
  await markEvidence(client, organizationId, evidence.dryRunId, put);
  return evidence.dryRunId;
}

const contentsOf = (rules: readonly Rule[]): Publication['contents'] =>
  new Map(rules.map(({ text }) => [text.form.key, text.contentHash]));

/** Returns the data that the policy is checked against. This runs the tests of the rules. */
export async function describePublication(
  client: Queryable,
  organizationId: string,
  { rules, ...given }: Pick<Publication, 'reason' | 'isApproved' | 'evidence'> & { readonly rules: readonly Rule[] },
  shared: LibraryNames,
): Promise<Publication> {
  const { rulePolicy } = await findSettings(client, organizationId);
  const ids = new Map(rules.flatMap(({ text }) => Object.entries(text.matrices)));
  return {
    ...given,
    contents: contentsOf(rules),
    now: new Date(),
    rules: new Map(rules.map(({ text }) => [text.form.key, text.cost])),
    dearest: () => mostExpensiveTerms(rules.flatMap(checkStoredRule)),
    tests: await testEvidence(rules, matrixTextLookup(await findRiskMatrices(client, organizationId)), shared),
    unguarded: unguardedRuleKeys(rules),
    matrices: await matrixCosts(client, organizationId, { ids, budget: rulePolicy.maxMatrixCost }),
  };
}

/**
 * Evidence from the last time a rule was put in force is still valid for the same content: after a guard has paused the rule, no new
 * evidence is required.
 */
async function reusableEvidence(
  client: Transaction,
  organizationId: string,
  { rules, contents }: { readonly rules: readonly Rule[]; readonly contents: ReadonlyMap<string, string> },
): Promise<DryRunEvidence | null> {
  const [earlier, ...others] = rules.map(({ publication }) => publication?.evidence?.dryRunId);
  if (earlier === undefined || others.length > 0) return null;
  const found = await findEvidence(client, organizationId, earlier);
  return found && [...contents].every(([key, hash]) => found.contentHashes[key] === hash) ? found : null;
}

/**
 * Returns the costs of matrices by key. If even the sum, in which shared parts count repeatedly, is within the budget, the exact value is
 * not computed.
 */
async function matrixCosts(
  client: Queryable,
  organizationId: string,
  { ids, budget }: { readonly ids: ReadonlyMap<string, string>; readonly budget: number },
): Promise<ReadonlyMap<string, number>> {
  const sums = await sumCosts(client, organizationId, [...ids.values()]);
  const dear = [...ids].filter(([, id]) => (sums.get(id) ?? 0) > budget);
  if (dear.length === 0) return new Map();
  const running = await findRunningRules(client, organizationId);
  return new Map(
    dear.map(([key, id]) => {
      const own = running.filter(({ text }) => Object.values(text.matrices).includes(id));
      return [key, sumOfCosts(own.flatMap(checkStoredRule).map(({ costParts }) => costParts))];
    }),
  );
}
