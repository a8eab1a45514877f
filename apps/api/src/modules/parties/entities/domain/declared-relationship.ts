import type { RelationshipType } from '../../relationships/index.js';
import type { PartyReference } from './party-reference.js';

/** How an entity that is created stands to one that exists. */
export interface DeclaredRelationship {
  /** One of the three. */
  readonly counterpart: PartyReference;
  readonly relationshipType: RelationshipType;
  readonly role: string | null;
  /** 0 to 1. */
  readonly strength: number | null;
  /** JSON text. */
  readonly metadata: string;
  /** Whether the new entity is the source, or else the target. */
  readonly asSource: boolean;
}
