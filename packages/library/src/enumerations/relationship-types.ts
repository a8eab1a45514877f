/** Relation of one entity to another. */
export const relationshipTypes = ['owns', 'uses', 'manages', 'belongs_to'] as const;

export type RelationshipType = (typeof relationshipTypes)[number];
