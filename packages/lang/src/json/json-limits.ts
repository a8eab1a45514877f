/** Sizes only the JSON form has; all others are those of the language (`limits`). */
export const jsonLimits = {
  /** Code points of a condition's id or a group's style. */
  idLength: 100,
  /** `setCustomKeys`: keys of one action, and code points of one. */
  keysPerAction: 20,
  customKeyLength: 100,
  /** `filters` of one aggregate. */
  filters: 50,
  /** Of one aggregate: keys of `groupBy`, and `links`. */
  groupKeys: 3,
  links: 16,
  /** Headers of a rule, in code points. */
  ownerLength: 200,
  referenceLength: 500,
  tagLength: 100,
  /** Code points of a pattern (language manual 5). */
  patternLength: 256,
  /** Bands of a matrix. */
  decisions: 4,
  /** Members of one object, such as `meta`, and how deep they may lie. */
  objectMembers: 200,
  objectDepth: 8,
} as const;
