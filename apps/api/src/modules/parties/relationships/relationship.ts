import { relationshipTypes, type RelationshipType } from '@tamis/library';

export { relationshipTypes, type RelationshipType };

/** How one entity stands to another: the source owns, uses, manages or belongs to the target, or is one half of what a role says. */
export interface Relationship {
  readonly id: string;
  readonly sourceEntityId: string;
  readonly targetEntityId: string;
  readonly relationshipType: RelationshipType;
  /** `shareholder` */
  readonly role: string | null;
  /** 0 to 1; of a shareholder the share. */
  readonly strength: number | null;
  /** JSON text. */
  readonly metadata: string;
  /** Of which relationship this is what was said before; null: it is the relationship itself. */
  readonly versionOf: string | null;
  readonly createdAt: Date;
  /** Since when it says what it says, where it was changed; null: since it was created. */
  readonly updatedAt: Date | null;
  /** A relationship that is deleted is no longer active, and is kept. */
  readonly deletedAt: Date | null;
}

export type NewRelationship = Omit<Relationship, 'id' | 'versionOf' | 'createdAt' | 'updatedAt' | 'deletedAt'>;

/** What may be said otherwise of a relationship; undefined: nothing new. */
export type RelationshipChange = Partial<Pick<Relationship, 'role' | 'strength' | 'metadata'>>;

export const directions = ['outgoing', 'incoming'] as const;
export type Direction = (typeof directions)[number];

/** `ended`: deleted ones, and what others said before they were changed. */
export const relationshipStates = ['active', 'ended', 'all'] as const;
export type RelationshipState = (typeof relationshipStates)[number];

/** What is shown of the entity at the other end. */
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
