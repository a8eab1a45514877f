export const conflictResolutions = ['smart_merge', 'source_wins', 'target_wins', 'manual_review'] as const;

/** Whose value stays where the company that is sent and the one that is stored differ. */
export type ConflictResolution = (typeof conflictResolutions)[number];

export const deduplicationStrategies = ['hybrid', 'exact_match', 'fuzzy_match', 'ai_similarity'] as const;

/** How the company that is meant is looked for. */
export type DeduplicationStrategy = (typeof deduplicationStrategies)[number];
