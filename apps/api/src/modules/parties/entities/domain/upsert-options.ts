export const conflictResolutions = ['smart_merge', 'source_wins', 'target_wins', 'manual_review'] as const;

/** Determines which value stays if the sent company and the stored one differ. */
export type ConflictResolution = (typeof conflictResolutions)[number];

export const deduplicationStrategies = ['hybrid', 'exact_match', 'fuzzy_match', 'ai_similarity'] as const;

/** Determines how the matching company is found. */
export type DeduplicationStrategy = (typeof deduplicationStrategies)[number];
