import type { Principal } from '../../../../platform/auth/index.js';
import type { Queryable, Transaction } from '../../../../platform/database/index.js';

/**
 * Publishes the rules of an organization again when a setting changes what they mean. The room `rules` provides it, so that tenancy
 * knows no rules.
 */
export abstract class RulePublication {
  /** Waits for other publications of the organization, and holds them up until the transaction ends. */
  abstract lock(client: Queryable, organizationId: string): Promise<void>;

  /** Publishes the active rules with the settings of now. `reason` is stored with the publication. */
  abstract publish(client: Transaction, principal: Principal, reason: string | null): Promise<void>;

  /** Shares no list with children any more. Matrices that are gone are taken back by `publish`. */
  abstract takeBackLists(client: Queryable, organizationId: string): Promise<void>;

  /** Has a change of the organization wait for a second person: the approval, as it is shown. `loosened`: what of it is why. */
  abstract requestApproval(
    client: Transaction,
    principal: Principal,
    asked: { readonly change: object; readonly loosened: readonly string[] },
    now: Date,
  ): Promise<object>;
}
