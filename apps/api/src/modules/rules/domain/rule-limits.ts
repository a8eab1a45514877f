/** Limits of rule records, with their reasons. */
export const ruleLimits = {
  keyCharacters: 64,
  nameCharacters: 200,
  descriptionCharacters: 2_000,
  ownerCharacters: 200,
  referenceCharacters: 500,
  /** UTF-16 units of one rule's text: the largest readable rules are some hundred lines. */
  sourceCharacters: 100_000,
  actions: 20,
  lets: 50,
  tags: 20,
  tagCharacters: 100,
  /** Bytes of `meta` as JSON. */
  metaBytes: 4_096,
  triggers: 20,
  reasonCharacters: 4_000,
  pageRows: 100,
  defaultPageRows: 20,
} as const;
