import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { printExpression, readRules, type Diagnostic } from '@tamis/lang';

import { byPrincipal, diffChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { type Transaction, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, checkVersion } from '../../../../platform/http/index.js';
import { lockPublishing, readPointer } from '../../../decisions/rule-sets/index.js';
import { findSettings } from '../../../tenancy/organization-settings/index.js';
import { changedNames } from '../domain/changed-names.js';
import { decodeValue } from '../domain/decode-value.js';
import { declarationName, libraryNames, type LibraryNames } from '../domain/library-names.js';
import { namesAuditEntry } from '../domain/names-audit.js';
import type { RuleApproval } from '../domain/rule-approval.js';
import { hasErrors, withFrames } from '../domain/diagnostic-frames.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { checkLibraryNames } from './check-library-names.js';
import { checkPolicy, type PolicyRequest } from './check-policy.js';
import { saveLibraryVersion } from './save-library-version.js';
import { assertCanPublish } from './assert-can-publish.js';
import { publishRules } from './publish-rules.js';
import { recheckRules } from './recheck-rules.js';
import { type NamesApprovalRequest, requestNamesApproval } from './request-approval.js';
import { validParameters, parameterOutOfRange, effectiveParameterNames } from './effective-parameters.js';

export interface LibraryNamesRequest {
  readonly source: string;
  readonly ifVersion: number;
  readonly reason: string | null;
}

export interface ChangedNames {
  readonly shared: LibraryNames;
  readonly diagnostics: readonly Diagnostic[];
  /** The keys of the rules whose meaning has changed. */
  readonly affectedRules: readonly string[];
}

export interface ParameterChange {
  readonly name: string;
  /** The value in the JSON form of rules. */
  readonly value: unknown;
  readonly reason: string;
  /** The evidence of its effect. */
  readonly dryRunId: string | undefined;
}

export interface ChangedParameter {
  readonly shared: LibraryNames;
  /** The rule set that decides from now on. */
  readonly ruleSetVersion: string;
}

/** The result of a request: it is done, or it has an approval, waits for a second person, and nothing has changed. */
export type AppliedOrPending<T> =
  | { readonly done: T; readonly approval: null }
  | { readonly done: null; readonly approval: RuleApproval };

/** Changes the names that rules of an organization share, together with all rules that use them, completely or not at all. */
@Injectable()
export class ChangeLibraryNames {
  constructor(private readonly database: TenantDatabase) {}

  /** `PUT /rules/library`. A parameter value that no longer fits its declaration is replaced by the default. */
  replace(principal: Principal, names: LibraryNamesRequest, now: Date): Promise<AppliedOrPending<ChangedNames>> {
    const asked = { action: 'library', request: { ...names }, reason: names.reason } as const;
    return this.applyOrRequestApproval(principal, asked, now, (client) =>
      replaceLibraryNames(client, principal, names, { isApproved: false, now }),
    );
  }

  /** `PATCH /rules/params/{name}`. */
  setParameter(principal: Principal, change: ParameterChange, now: Date): Promise<AppliedOrPending<ChangedParameter>> {
    const asked = { action: 'param', request: { ...change }, reason: change.reason } as const;
    return this.applyOrRequestApproval(principal, asked, now, (client) =>
      setParameter(client, principal, change, { isApproved: false, now }),
    );
  }

  private applyOrRequestApproval<T>(
    principal: Principal,
    asked: Pick<NamesApprovalRequest, 'action' | 'request' | 'reason'>,
    now: Date,
    apply: (client: Transaction) => Promise<T | null>,
  ): Promise<AppliedOrPending<T>> {
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      await lockPublishing(client, organizationId);
      const done = await apply(client);
      if (done !== null) return { done, approval: null };
      const { version } = await readLibraryNames(client, organizationId);
      return { done: null, approval: await requestNamesApproval(client, principal, { ...asked, version }, now) };
    });
  }
}

interface ApplyContext {
  /** Whether a second person has approved it. */
  readonly isApproved: boolean;
  readonly now: Date;
}

/** Checks all gates for the rules that a change affects. Returns `false` and undoes the change if it waits for a second person. */
async function passesPolicy(
  client: Transaction,
  organizationId: string,
  gates: Pick<PolicyRequest, 'rules' | 'reason' | 'dryRunId' | 'shared'>,
  { isApproved, undo }: Pick<ApplyContext, 'isApproved'> & { readonly undo: () => Promise<void> },
): Promise<boolean> {
  await checkPolicy(client, organizationId, { ...gates, isApproved: true });
  const { rulePolicy } = await findSettings(client, organizationId);
  if (isApproved || gates.rules.length === 0 || !rulePolicy.requireSecondPerson) return true;
  await undo();
  return false;
}

/**
 * Does the same as `ChangeLibraryNames.replace`. Returns `null` and changes nothing if it waits for a second person. The caller holds
 * `lockPublishing`.
 */
export async function replaceLibraryNames(
  client: Transaction,
  principal: Principal,
  { source, ifVersion, reason }: LibraryNamesRequest,
  applying: ApplyContext,
): Promise<ChangedNames | null> {
  const { organizationId } = principal;
  assertOnlyNames(source);
  const undo = await client.undoPoint();
  const before = await readLibraryNames(client, organizationId);
  checkVersion('The shared names', before.version, ifVersion);
  const kept = await validParameters(client, organizationId, libraryNames(0, source, before.parameters));
  const isSame = source === before.source && isDeepStrictEqual(kept, before.parameters);
  const after = libraryNames(before.version + 1, source, kept);
  const { diagnostics } = await checkLibraryNames(client, organizationId, after);
  assertNoErrors(diagnostics, source);
  if (isSame) return { shared: before, diagnostics, affectedRules: [] };
  const { affected, running } = await recheckRules(client, principal, changedNames(before, after), after);
  const isRunning = running.length > 0;
  if (isRunning) assertCanPublish(principal);
  if (!(await passesPolicy(client, organizationId, { rules: running, reason, shared: after }, { ...applying, undo })))
    return null;
  await saveLibraryVersion(client, principal, after, { reason, now: applying.now });
  if (isRunning) await publishRules(client, principal, reason);
  await recordAudit(client, byPrincipal(principal), [namesAuditEntry(organizationId, { before, after }, reason)]);
  return { shared: after, diagnostics, affectedRules: [...new Set(affected.map(({ text }) => text.form.key))] };
}

/**
 * Does the same as `ChangeLibraryNames.setParameter`. Returns `null` and changes nothing if it waits for a second person. The caller holds
 * `lockPublishing`.
 */
export async function setParameter(
  client: Transaction,
  principal: Principal,
  { name, value, reason, dryRunId }: ParameterChange,
  applying: ApplyContext,
): Promise<ChangedParameter | null> {
  const { organizationId } = principal;
  const by = principal.actor.id;
  const undo = await client.undoPoint();
  const before = await readLibraryNames(client, organizationId);
  if (!before.file.parameters.some((each) => each.name.text === name))
    throw new ApiError('PARAM_NOT_FOUND', 'There is no such parameter', { name: `there is no parameter ${name}` });
  const current = await readPointer(client, organizationId);
  const text = printExpression(decodeValue(value));
  if (current && before.parameters[name]?.text === text) return { shared: before, ruleSetVersion: current.version };
  const setting = { text, changedAt: applying.now.toISOString(), changedBy: by };
  const after = libraryNames(before.version + 1, before.source, { ...before.parameters, [name]: setting });
  if (!(await effectiveParameterNames(client, organizationId, after)).has(name)) throw parameterOutOfRange(after, name);
  const { running } = await recheckRules(client, principal, changedNames(before, after), after);
  const gates = { rules: running, reason, dryRunId, shared: after };
  if (!(await passesPolicy(client, organizationId, gates, { ...applying, undo }))) return null;
  await saveLibraryVersion(client, principal, after, { reason, now: applying.now });
  const ruleSetVersion = await publishRules(client, principal, reason);
  const [previous, next] = [before, after].map(({ parameters }) => ({ value: parameters[name]?.text ?? null }));
  await recordAudit(client, byPrincipal(principal), [
    {
      event: 'rule_param_changed',
      resourceType: 'rule_param',
      resourceId: name,
      summary: `parameter ${name}: ${setting.text}`,
      changes: diffChanges(previous!, next!, ['value']),
      reason,
      relatedIds: { ruleSetVersion },
    },
  ]);
  return { shared: after, ruleSetVersion };
}

function assertNoErrors(diagnostics: readonly Diagnostic[], source: string): void {
  if (!hasErrors(diagnostics)) return;
  throw new ApiError('INVALID_SOURCE', 'The shared names have errors', undefined, {
    diagnostics: withFrames(diagnostics, source, 'library'),
  });
}

function assertOnlyNames(source: string): void {
  const { file, diagnostics } = readRules(source);
  assertNoErrors(diagnostics, source);
  const other = file.declarations.find((declaration) => declarationName(declaration) === null);
  if (!other) return;
  const message = 'shared names can only be `list`, `const`, `param` and `define`';
  throw new ApiError('INVALID_SOURCE', message, { source: message }, { diagnostics: [] });
}
