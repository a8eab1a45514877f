import { relationshipTypes, type RelationshipType } from '@tamis/library';

export { relationshipTypes, type RelationshipType };

/**
 * A relationship between two entities: the source owns, uses, manages or belongs to the target, or is one side of the relation that a role
 * names.
 */
export interface Relationship {
  readonly id: string;
  readonly sourceEntityId: string;
  readonly targetEntityId: string;
  readonly relationshipType: RelationshipType;
  /** `shareholder` */
  readonly role: string | null;
  /** A number from 0 to 1; for a shareholder, the share. */
  readonly strength: number | null;
  /** JSON text. */
  readonly metadata: string;
  /** The relationship of which this is a previous version; `null` for the relationship itself. */
  readonly versionOf: string | null;
  readonly createdAt: Date;
  /** The time of the last change; `null` if it was never changed since its creation. */
  readonly updatedAt: Date | null;
  /** A deleted relationship is no longer active, but is kept. */
  readonly deletedAt: Date | null;
}

export type NewRelationship = Omit<Relationship, 'id' | 'versionOf' | 'createdAt' | 'updatedAt' | 'deletedAt'>;

/** The fields of a relationship that can be changed; `undefined` leaves a field unchanged. */
export type RelationshipChange = Partial<Pick<Relationship, 'role' | 'strength' | 'metadata'>>;

export const directions = ['outgoing', 'incoming'] as const;
export type Direction = (typeof directions)[number];

/** `ended` selects deleted relationships, and previous versions of changed ones. */
export const relationshipStates = ['active', 'ended', 'all'] as const;
export type RelationshipState = (typeof relationshipStates)[number];

/** The fields that are shown of the entity at the other end. */
export interface RelatedEntity {
  readonly id: string;
  readonly externalId: string | null;
  readonly type: string;
  readonly name: string;
  readonly status: string;
  readonly riskScore: number;
}

/** A relationship as one of its two entities sees it. */
export interface RelationshipView extends Relationship {
  readonly direction: Direction;
  readonly related: RelatedEntity;
}
