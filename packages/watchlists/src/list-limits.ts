/** Limits for the file of a list. They are enforced during reading, so nothing beyond them is kept in memory. */
export const listLimits = {
  /** Bytes that are decoded and parsed at once. */
  pieceBytes: 65_536,
  /** Characters of a row, a tag or a text. Otherwise a quote that is never closed would turn the rest of the file into one cell. */
  rowCharacters: 1_048_576,
  /** Characters of all texts and attributes of an element that is an entry. */
  elementCharacters: 4_194_304,
  /** Number of elements within an entry's element, and of nesting levels (`xmlDepth`). */
  elementParts: 100_000,
  xmlDepth: 32,
  /** Columns of a row. */
  columns: 500,
  /** Entries of a list. */
  entries: 5_000_000,
  /** Unreadable rows after which reading stops. */
  unreadableRows: 100_000,
  /** Characters that a reader keeps until the rest of an entry arrives, for formats that scatter their entries over the file. */
  keptCharacters: 67_108_864,
  /** Bytes of a packed file, and of its single part once unpacked. */
  packedBytes: 134_217_728,
  unpackedBytes: 2_147_483_648,
  /** Unpacked bytes per packed byte of that part, applied once it exceeds `unpackFreeBytes`. */
  unpackRatio: 100,
  unpackFreeBytes: 4_194_304,
  /** Parts of a packed file; lists have one or two. */
  packedParts: 100,
  /** Values of each kind in one entry: names, births, numbers and so on. */
  valuesPerField: 2_000,
  /** Characters of a name, a number or another value. */
  valueCharacters: 1_000,
} as const;
