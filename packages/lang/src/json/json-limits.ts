/** Sizes only the JSON form has; all others are those of the language (`limits`). */
export const jsonLimits = {
  /** Code points of a condition's id or a group's style. */
  idLength: 100,
  /** `setCustomKeys`: keys of one action, and code points of one. */
  keysPerAction: 20,
  customKeyLength: 100,
  /** `filters` of one aggregate. */
  filters: 50,
} as const;
