import type { Asked, ItemProblem } from '@tamis/enrichment';
import type { Result } from '@tamis/stdx';

import type { Requester } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';

/** Whom lists are asked about: a stored entity, or what was sent of somebody who is none. */
export interface ScreenedSubject {
  readonly organizationId: string;
  readonly entityId: string | null;
  readonly asked: Asked;
}

/** What lists say of somebody, as providers read it. */
export interface PartyScreening {
  readonly raw: unknown;
  /**
   * Of an entity: stores it in the transaction that settles the execution, and tells it anew with what people decided of its matches.
   * Null: the entity has changed since.
   */
  readonly store: ((client: Transaction, requester: Requester) => Promise<unknown>) | null;
}

/** Asks the loaded lists. The room `screening` provides it: it screens what enrichments are of. */
export abstract class PartyScreeningPort {
  abstract screen(subject: ScreenedSubject): Promise<Result<PartyScreening, ItemProblem>>;
}
