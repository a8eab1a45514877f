import type { Principal } from '../../../../platform/auth/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';

/**
 * Publishes the rules of an organization again when a setting changes their meaning. The module `rules` implements it, so that tenancy does
 * not depend on rules.
 */
export abstract class RulePublication {
  /** Waits for other publications of the organization, and blocks them until the transaction ends. */
  abstract lock(client: Queryable, organizationId: string): Promise<void>;

  /** Publishes the active rules with the current settings. `reason` is stored with the publication. */
  abstract publish(client: Transaction, principal: Principal, reason: string | null): Promise<void>;

  /** Stops sharing lists with children. `publish` stops sharing matrices that no longer exist. */
  abstract takeBackLists(client: Queryable, organizationId: string): Promise<void>;

  /**
   * Makes a change of the organization wait for a second person. Returns the approval as it is shown. `loosened` names the parts of the
   * change that require it.
   */
  abstract requestApproval(
    client: Transaction,
    principal: Principal,
    asked: { readonly change: object; readonly loosened: readonly string[] },
    now: Date,
  ): Promise<object>;
}
