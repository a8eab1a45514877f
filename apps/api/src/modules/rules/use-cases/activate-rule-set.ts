import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../platform/auth/index.js';
import { type TransactionClient, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { findSettings } from '../../organization-settings/index.js';
import { diffOfSets, findSet, lockPublishing, readContent, readPointer, type SetRow } from '../../rule-sets/index.js';
import type { RuleApproval } from '../domain/rule-approval.js';
import { setChanges, type SetChange } from '../domain/set-changes.js';
import { asDuplicate } from './as-duplicate.js';
import { requestSetApproval } from './request-approval.js';
import { restoreRuleSet } from './restore-rule-set.js';

export interface ActivationRequest {
  /** Version, prefix of it, or number. */
  readonly name: string;
  readonly reason: string;
  /** Version that must be in force; absent: any. */
  readonly ifActive?: string | undefined;
}

export interface Activation {
  /** The set in force afterwards. */
  readonly version: string;
  readonly previousVersion: string;
  readonly changes: readonly SetChange[];
  /** With it nothing has changed yet. */
  readonly approval: RuleApproval | null;
}

/** `POST /rule-sets/{version}/activate`: puts the content of a set in force again, all at once or not at all. */
@Injectable()
export class ActivateRuleSet {
  constructor(private readonly database: TenantDatabase) {}

  /** `preview`: what would change, with nothing changed. */
  async run(
    principal: Principal,
    request: ActivationRequest & { readonly preview: boolean },
    now: Date,
  ): Promise<Activation> {
    const { organizationId } = principal;
    try {
      return await this.database.transaction(organizationId, async (client) => {
        await lockPublishing(client, organizationId);
        await client.query('savepoint before_activation');
        const { set, ...activated } = await activateSet(client, principal, request, now);
        const { rulePolicy } = await findSettings(client, organizationId);
        const waits = rulePolicy.requireSecondPerson && !request.preview;
        if (request.preview || waits) await client.query('rollback to savepoint before_activation');
        const wanted = { set, reason: request.reason, ifActive: activated.previousVersion };
        const approval = waits ? await requestSetApproval(client, principal, wanted, now) : null;
        return { ...activated, approval };
      });
    } catch (error) {
      throw asDuplicate(error);
    }
  }
}

/** As `ActivateRuleSet`, without its gates. The caller holds `lockPublishing`. */
export async function activateSet(
  client: TransactionClient,
  principal: Principal,
  { name, reason, ifActive }: ActivationRequest,
  now: Date,
): Promise<Omit<Activation, 'approval'> & { readonly set: SetRow }> {
  const { organizationId } = principal;
  const set = await findSet(client, organizationId, name);
  const content = set && (await readContent(client, organizationId, set.revision));
  if (!set || !content) throw new ApiError('RULE_SET_NOT_FOUND', 'There is no such rule set');
  const active = await readPointer(client, organizationId);
  const before = active && (await readContent(client, organizationId, active.revision));
  if (!active || !before) throw new Error(`${organizationId} has rule sets and none is in force`);
  if (ifActive !== undefined && ifActive !== active.version)
    throw new ApiError('VERSION_CONFLICT', 'Another rule set is in force by now', { currentVersion: active.version });
  if (set.version === active.version)
    throw new ApiError('RULE_SET_ALREADY_ACTIVE', `The rule set ${set.number} is in force already`);
  const version = await restoreRuleSet(client, principal, { content, reason, now });
  const current = (await readPointer(client, organizationId))!;
  const after = (await readContent(client, organizationId, current.revision))!;
  return { set, version, previousVersion: active.version, changes: setChanges(diffOfSets(before, after)) };
}
