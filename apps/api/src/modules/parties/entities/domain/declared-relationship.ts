import type { RelationshipType } from '../../relationships/index.js';
import type { PartyReference } from './party-reference.js';

/** A relationship between an entity to be created and an existing one. */
export interface DeclaredRelationship {
  /** Named by one of the three fields. */
  readonly counterpart: PartyReference;
  readonly relationshipType: RelationshipType;
  readonly role: string | null;
  /** A number from 0 to 1. */
  readonly strength: number | null;
  /** JSON text. */
  readonly metadata: string;
  /** Whether the new entity is the source; otherwise it is the target. */
  readonly asSource: boolean;
}
