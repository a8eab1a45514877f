import type { Asked, ItemProblem } from '@tamis/enrichment';
import type { Result } from '@tamis/stdx';

import type { Requester } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';

/** The subject of a list query: a stored entity, or a submitted description of someone who is not stored. */
export interface ScreenedSubject {
  readonly organizationId: string;
  readonly entityId: string | null;
  readonly asked: Asked;
}

/** The screening results for a subject, in the form that providers read. */
export interface PartyScreening {
  readonly raw: unknown;
  /**
   * For an entity, stores the results in the transaction that settles the execution, and returns them combined with users' decisions on its
   * matches. Returns `null` if the entity has changed since.
   */
  readonly store: ((client: Transaction, requester: Requester) => Promise<unknown>) | null;
}

/** Queries the loaded lists. Implemented by the module `screening`, which screens the entities that are enriched. */
export abstract class PartyScreeningPort {
  abstract screen(subject: ScreenedSubject): Promise<Result<PartyScreening, ItemProblem>>;
}
