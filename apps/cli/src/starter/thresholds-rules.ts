/** Numbers people tune, in a file of their own. */
export const thresholdsRules = `language 1

// Thresholds people tune without touching a rule. The range is the freedom they have; \`npx tamis sweep\` tries them all.

param review_limit = 10_000 USD between 1_000 USD and 50_000 USD step 500 USD
param pieces = 3 between 2 and 20 step 1
`;
