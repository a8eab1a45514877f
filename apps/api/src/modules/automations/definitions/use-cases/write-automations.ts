import { Injectable } from '@nestjs/common';

import {
  type AuditEntry,
  byPrincipal,
  creationChanges,
  diffChanges,
  recordAudit,
} from '../../../../platform/audit/index.js';
import { generateToken, hashToken, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, checkVersion, invalid, notFound } from '../../../../platform/http/index.js';
import { beginReading } from '../../../../platform/outbox/index.js';
import { setRuleAutomation } from '../../../decisions/evaluations/index.js';
import { automationLimits } from '../domain/automation-limits.js';
import {
  type Automation,
  type AutomationDefinition,
  definitionMembers,
  effectiveMembers,
  type SavedAutomation,
} from '../domain/automation.js';
import { assertPossible, missingPermissions, mutualFirings } from '../domain/definition-problems.js';
import { nextTime } from '../domain/schedule.js';
import { countAutomations, findAutomation, findAutomations, saveAutomation } from '../persistence/automation-store.js';
import { CheckDefinition } from './check-definition.js';

type Sent = Partial<AutomationDefinition>;

/** Creates and changes automations for users. */
@Injectable()
export class WriteAutomations {
  constructor(
    private readonly database: TenantDatabase,
    private readonly checking: CheckDefinition,
  ) {}

  /** Creates an automation. Throws 400 `VALIDATION_ERROR`, `SYNERGY_ERROR` and `TOO_MANY_ITEMS`. */
  async create(principal: Principal, definition: AutomationDefinition, now: Date): Promise<SavedAutomation> {
    const { organizationId, actor } = principal;
    await this.checking.assertPossible(organizationId, definition, now);
    const automation: Automation = {
      ...definition,
      ...{ organizationId, id: newId(now.getTime()), pauseReason: null, archivedAt: null, version: 1, hookHash: null },
      ...{ enabledBy: actor.id, nextRunAt: nextOf(definition, now), runCount: 0, lastRunAt: null },
      ...{ createdBy: actor.id, createdAt: now, updatedAt: now },
    };
    const hookToken =
      automation.triggerType === 'webhook_received' ? newHookToken(organizationId, automation.id) : null;
    const made = { ...automation, hookHash: hookToken === null ? null : hashToken(hookToken) };
    return this.database.transaction(organizationId, async (client) => {
      beginReading(client, organizationId);
      await assertRoom(client, organizationId);
      await saveAutomation(client, made, { begins: true, changedBy: actor.id });
      await setRuleAutomation(client, made, isForRules(made));
      const changes = creationChanges(definition);
      await recordAudit(client, byPrincipal(principal), [{ ...entry('created', made), changes }]);
      return { automation: made, warnings: await warningsOf(client, principal, made), hookToken };
    });
  }

  /**
   * Changes an automation. Absent fields remain unchanged. The user who changes what it does, or enables it, becomes the one whose
   * permissions its actions have. Throws like `create`, and 404, 409 `VERSION_CONFLICT` and 400 `NO_CHANGES`.
   */
  async change(
    principal: Principal,
    id: string,
    { sent, ifVersion }: { readonly sent: Sent; readonly ifVersion: number | null },
    now: Date,
  ): Promise<SavedAutomation> {
    const { organizationId } = principal;
    const stored = await findAutomation(this.database.forOrganization(organizationId), organizationId, id);
    if (!stored) throw notFound('Automation');
    // An automation that has become invalid, for example because it uses a deleted list, can still be disabled.
    const isChecked =
      sent.enabled === true || [...effectiveMembers, 'layout' as const].some((name) => sent[name] !== undefined);
    if (isChecked) await this.checking.assertPossible(organizationId, { ...stored, ...sent }, now);
    return this.save(principal, id, now, (before) => {
      if (before.archivedAt !== null) throw invalid({ id: 'is archived; restore it first' });
      checkVersion('The automation', before.version, ifVersion);
      const wanted = { ...before, ...sent };
      // Another user may have changed it since it was checked.
      if (isChecked) assertPossible(wanted, now);
      return wanted;
    });
  }

  /**
   * Archives an automation. Waiting executions continue, but nothing starts it any more. Throws 404 if it does not exist. An archived one
   * remains archived.
   */
  archive(principal: Principal, id: string, now: Date): Promise<SavedAutomation> {
    return this.save(principal, id, now, (before) => ({
      ...before,
      archivedAt: before.archivedAt ?? now,
      enabled: false,
    }));
  }

  /**
   * Restores an automation. It is disabled until a user enables it. Throws 404 if it does not exist, 400 `NO_CHANGES` if it is not
   * archived, and 400 `TOO_MANY_ITEMS`.
   */
  restore(principal: Principal, id: string, now: Date): Promise<SavedAutomation> {
    return this.save(principal, id, now, (before) => ({ ...before, archivedAt: null }));
  }

  private save(
    principal: Principal,
    id: string,
    now: Date,
    change: (before: Automation) => Automation,
  ): Promise<SavedAutomation> {
    const { organizationId, actor } = principal;
    return this.database.transaction(organizationId, async (client) => {
      beginReading(client, organizationId);
      const before = await findAutomation(client, organizationId, id, 'locked');
      if (!before) throw notFound('Automation');
      const wanted = change(before);
      const changes = diffChanges(before, wanted, [...definitionMembers, 'archivedAt']);
      if (Object.keys(changes).length === 0) throw new ApiError('NO_CHANGES', 'Every value sent equals the stored one');
      if (before.archivedAt !== null && wanted.archivedAt === null) await assertRoom(client, organizationId);
      const isOther = Object.keys(diffChanges(before, wanted, effectiveMembers)).length > 0;
      const begins = (wanted.enabled && !before.enabled) || wanted.triggerType !== before.triggerType;
      const hook = hookOf(before, wanted);
      const after: Automation = {
        ...wanted,
        ...(wanted.enabled && { pauseReason: null }),
        ...((isOther || begins) && { enabledBy: actor.id }),
        ...{ hookHash: hook.hash, version: before.version + 1, updatedAt: now },
        nextRunAt: isOther || begins || !wanted.enabled ? nextOf(wanted, now) : before.nextRunAt,
      };
      await saveAutomation(client, after, { begins, changedBy: actor.id });
      await setRuleAutomation(client, after, isForRules(after));
      const what = changes['archivedAt'] ? (after.archivedAt ? 'archived' : 'restored') : 'updated';
      await recordAudit(client, byPrincipal(principal), [{ ...entry(what, after), changes }]);
      return { automation: after, warnings: await warningsOf(client, principal, after), hookToken: hook.token };
    });
  }
}

/** Throws 400 `TOO_MANY_ITEMS`. Transactions that begin to read events wait for each other, so the count cannot change concurrently. */
async function assertRoom(client: Transaction, organizationId: string): Promise<void> {
  const all = await countAutomations(client, organizationId, { archived: false });
  if (all >= automationLimits.automations)
    throw new ApiError('TOO_MANY_ITEMS', `An organization has at most ${automationLimits.automations} automations`);
}

const isForRules = ({ triggerType, archivedAt }: Automation): boolean =>
  triggerType === 'rule_triggered' && archivedAt === null;

const nextOf = ({ enabled, triggerType, triggerConfig }: AutomationDefinition, now: Date): Date | null =>
  enabled && triggerType === 'scheduled' ? nextTime(triggerConfig, now) : null;

/** The token contains the ids of the organization and the automation, so that no search in other organizations is needed. */
const newHookToken = (organizationId: string, id: string): string =>
  `${Buffer.from(`${organizationId}${id}`.replaceAll('-', ''), 'hex').toString('base64url')}.${generateToken()}`;

function hookOf(
  before: Automation,
  after: Automation,
): { readonly hash: Buffer | null; readonly token: string | null } {
  if (after.triggerType !== 'webhook_received') return { hash: null, token: null };
  if (before.hookHash) return { hash: before.hookHash, token: null };
  const token = newHookToken(after.organizationId, after.id);
  return { hash: hashToken(token), token };
}

async function warningsOf(
  client: Transaction,
  { actor, scopes }: Principal,
  saved: Automation,
): Promise<readonly string[]> {
  if (!saved.enabled) return [];
  const others = await findAutomations(client, saved.organizationId, { enabled: true, archived: false });
  const missing = saved.enabledBy === actor.id ? missingPermissions(saved, scopes) : [];
  return [...missing, ...mutualFirings(saved, others)];
}

const entry = (
  what: 'created' | 'updated' | 'archived' | 'restored',
  { id, name, version }: Automation,
): AuditEntry => ({
  event: `automation_${what}`,
  resourceType: 'automation',
  resourceId: id,
  summary: `automation ${name} ${what}, version ${version}`,
});
