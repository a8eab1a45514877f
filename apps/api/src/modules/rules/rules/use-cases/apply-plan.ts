import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import { assertPermission, type Principal } from '../../../../platform/auth/index.js';
import { newId, type Transaction, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound } from '../../../../platform/http/index.js';
import {
  isMatrixRunning,
  lockPublishing,
  matrixAuditEntry,
  readPointer,
  type RiskMatrix,
  storeRiskMatrix,
} from '../../../decisions/rule-sets/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import type { PlannedMatrix } from '../domain/library-in-files.js';
import { declarationName, type LibraryNames } from '../domain/library-names.js';
import { matrixFromDeclaration } from '../domain/matrix-from-declaration.js';
import { ruleChanged, ruleCreated } from '../domain/rule-audit.js';
import { matrixText } from '../domain/matrix-texts.js';
import { type PlannedChange, type PlannedRule, textHash } from '../domain/rule-plan.js';
import { parseFile, printDeclaration } from '../domain/rules-in-files.js';
import { isPublished } from '../domain/rule-status.js';
import type { Rule } from '../domain/rule.js';
import { textFromSource } from '../domain/write-text.js';
import { findRulesOfMatrix } from '../persistence/matrix-rules.js';
import { deletePlan, lockPlan } from '../persistence/rule-plans.js';
import { insertRule, releaseNames } from '../persistence/rule-store.js';
import { toDuplicateRuleError } from './to-duplicate-rule-error.js';
import { checkText, noBindings } from './check-text.js';
import { replaceLibraryNames } from './change-library-names.js';
import { assertCanPublish } from './assert-can-publish.js';
import { assertKeyNotShared } from './matrix-keys.js';
import { mapInTurns } from './in-turns.js';
import { newRule } from './new-rule.js';
import { computePlan, type PlannedRules } from './compute-plan.js';
import { publishRules } from './publish-rules.js';
import { changesRuleSet, storeChange } from './store-change.js';

interface AppliedRule {
  readonly rule: Rule;
  readonly entry: AuditEntry | null;
  /** Whether it changes what is executed. */
  readonly changesRuleSet: boolean;
}

/** A text as it is stored after a plan was applied. */
interface StoredText extends Pick<PlannedChange, 'kind' | 'key'> {
  /** SHA-256; `null` if it was archived. */
  readonly hash: string | null;
}

export interface AppliedPlan {
  readonly rules: readonly Rule[];
  /** Everything in the plan. */
  readonly stored: readonly StoredText[];
}

interface ApplyContext {
  readonly shared: LibraryNames;
  readonly reason: string | null;
  readonly now: Date;
}

/** `POST /rules/apply`: applies a plan completely or not at all. */
@Injectable()
export class ApplyPlan {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns the rules of the plan after it was applied. Throws 409 `PLAN_STALE` if they, or the active rule set, have changed since. */
  async apply(
    principal: Principal,
    { planId, reason }: { readonly planId: string; readonly reason: string | null },
    now: Date,
  ): Promise<AppliedPlan> {
    const { organizationId } = principal;
    try {
      return await this.database.transaction(organizationId, async (client) => {
        await lockPublishing(client, organizationId);
        const plan = await lockPlan(client, organizationId, planId);
        if (!plan) throw notFound('Plan');
        const files = await mapInTurns(plan.files, parseFile);
        const planned = await computePlan(client, organizationId, { ...plan, files });
        const { rules, shared } = planned;
        const active = (await readPointer(client, organizationId))?.version ?? null;
        if (active !== plan.basedOn || JSON.stringify(planned.changes) !== JSON.stringify(plan.changes))
          throw new ApiError('PLAN_STALE', 'The rules have changed since the plan was created');
        await applySharedNames(client, principal, planned, { reason, now });
        const matrices = await applyMatrices(client, principal, planned, now);
        if (matrices.changesRuleSet) await assertNoSecondPerson(client, organizationId);
        const rewritten = rules.flatMap(({ change, stored }) => (stored && change !== 'same' ? [stored.id] : []));
        await releaseNames(client, organizationId, rewritten);
        const applied: AppliedRule[] = [];
        for (const rule of rules)
          try {
            applied.push(await applyRule(client, principal, rule, { shared, reason, now }));
          } catch (error) {
            throw toDuplicateRuleError(error, rule.key);
          }
        await deletePlan(client, organizationId, planId);
        if (matrices.changesRuleSet || applied.some(({ changesRuleSet: isNewSet }) => isNewSet))
          await publishRules(client, principal, reason);
        const entries = [...matrices.entries, ...applied.flatMap(({ entry }) => entry ?? [])];
        await recordAudit(client, byPrincipal(principal), entries);
        return { rules: applied.map(({ rule }) => rule), stored: storedTexts(planned, matrices.applied, applied) };
      });
    } catch (error) {
      throw toDuplicateRuleError(error);
    }
  }
}

/**
 * Shared names used by active rules cannot be changed by a plan if the policy requires a second person, because a plan is applied at once.
 */
async function applySharedNames(
  client: Transaction,
  principal: Principal,
  { shared, libraryVersion }: PlannedRules,
  { reason, now }: { readonly reason: string | null; readonly now: Date },
): Promise<void> {
  if (shared.version === libraryVersion) return;
  const names = { source: shared.source, ifVersion: libraryVersion, reason };
  if (await replaceLibraryNames(client, principal, names, { isApproved: false, now })) return;
  const message =
    'shared names used by active rules must be approved by a second person: change them with PUT /rules/library';
  throw new ApiError('EVIDENCE_MISSING', message, { requireSecondPerson: message });
}

/** Checks the same for matrices that decide. Throws 422. */
async function assertNoSecondPerson(client: Transaction, organizationId: string): Promise<void> {
  const { rulePolicy } = await findSettings(client, organizationId);
  if (!rulePolicy.requireSecondPerson) return;
  const message =
    'matrices that decide must be approved by a second person: change them with PATCH /risk-matrices/{id}';
  throw new ApiError('EVIDENCE_MISSING', message, { requireSecondPerson: message });
}

function storedTexts(
  { changes, shared }: PlannedRules,
  matrices: readonly RiskMatrix[],
  rules: readonly AppliedRule[],
): readonly StoredText[] {
  const changed = new Set(changes.flatMap(({ kind, key }) => (kind === 'name' ? [key] : [])));
  const names = shared.file.declarations.flatMap((each): StoredText[] => {
    const key = declarationName(each);
    return key === null || !changed.has(key) ? [] : [{ kind: 'name', key, hash: textHash(printDeclaration(each)) }];
  });
  return [
    ...names,
    ...matrices.map((each) => ({ kind: 'matrix', key: each.key, hash: textHash(matrixText(each)) }) as const),
    ...rules.map(({ rule: { status, text } }) => ({
      key: text.form.key,
      hash: status === 'archived' ? null : textHash(text.source),
    })),
  ];
}

interface AppliedMatrices {
  readonly applied: readonly RiskMatrix[];
  readonly entries: readonly AuditEntry[];
  /** Whether they change what is executed. */
  readonly changesRuleSet: boolean;
}

/** Stores new matrices as drafts; existing ones keep their status, and a change to an active one takes effect immediately. */
async function applyMatrices(
  client: Transaction,
  principal: Principal,
  { changedMatrices }: PlannedRules,
  now: Date,
): Promise<AppliedMatrices> {
  const { organizationId } = principal;
  const entries: AuditEntry[] = [];
  const applied: RiskMatrix[] = [];
  let isNewSet = false;
  for (const planned of changedMatrices.values()) {
    const { stored } = planned;
    assertPermission(principal, stored ? 'risk_matrices:edit' : 'risk_matrices:create');
    if (stored && isMatrixRunning(stored)) assertCanPublish(principal);
    const matrix = updatedMatrix(planned, principal, now);
    if (!stored) await assertKeyNotShared(client, organizationId, matrix.key);
    await storeRiskMatrix(client, matrix);
    applied.push(matrix);
    entries.push(matrixAuditEntry(stored, matrix));
    const rules = stored ? await findRulesOfMatrix(client, organizationId, stored.id) : [];
    isNewSet ||= stored !== null && (isMatrixRunning(stored) || rules.some(({ status }) => isPublished(status)));
  }
  return { applied, entries, changesRuleSet: isNewSet };
}

function updatedMatrix({ declaration, stored }: PlannedMatrix, principal: Principal, now: Date): RiskMatrix {
  const { organizationId, actor } = principal;
  const written = matrixFromDeclaration(declaration, {
    ...{ organizationId, id: newId(now.getTime()) },
    ...{ createdBy: actor.id, createdAt: now },
  });
  if (!stored) return written;
  const { name, description, targetEntityTypes, scoringConfig, decisions } = written;
  return {
    ...stored,
    ...{ name, description, targetEntityTypes, scoringConfig, decisions },
    version: stored.version + 1,
    updatedBy: actor.id,
    updatedAt: now,
  };
}

async function applyRule(
  client: Transaction,
  principal: Principal,
  { change, stored, source }: PlannedRule,
  { shared, reason, now }: ApplyContext,
): Promise<AppliedRule> {
  const { organizationId, actor } = principal;
  if (!stored) {
    const written = textFromSource(source!, {}, { shared, before: null });
    const { text } = await checkText(client, organizationId, { written, shared, bound: noBindings });
    const rule = { ...newRule({ organizationId, text, by: actor.id }, now), reason };
    await insertRule(client, rule);
    return { rule, entry: ruleCreated(rule), changesRuleSet: false };
  }
  if (change === 'same') return { rule: stored, entry: null, changesRuleSet: false };
  const said = reason === null ? {} : { reason };
  if (change === 'archive') assertPermission(principal, 'rules:delete');
  const body =
    source === null
      ? { ...said, status: 'archived' as const }
      : { ...said, source, ...(isPublished(stored.status) && { stage: true }) };
  const changed = await storeChange(client, principal, stored.id, body, now);
  return {
    rule: changed.after,
    entry: ruleChanged(changed.before, changed.after),
    changesRuleSet: changesRuleSet(changed),
  };
}
