/** Limits that apply only to the JSON form. All others are those of the language (`limits`). */
export const jsonLimits = {
  /** Code points of a condition's id or a group's style. */
  idLength: 100,
  /** `setCustomKeys`: maximum keys of one action, and code points of each. */
  keysPerAction: 20,
  customKeyLength: 100,
  /** `filters` of one aggregate. */
  filters: 50,
  /** Keys of `groupBy`, and number of `links`, of one aggregate. */
  groupKeys: 3,
  links: 16,
  /** Code points of the headers of a rule. */
  ownerLength: 200,
  referenceLength: 500,
  tagLength: 100,
  /** Code points of a pattern (language manual 5). */
  patternLength: 256,
  /** Bands of a matrix. */
  decisions: 4,
  /** Members of one object, such as `meta`, and their maximum nesting depth. */
  objectMembers: 200,
  objectDepth: 8,
} as const;
