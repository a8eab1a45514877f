/** What the file of a list may be. Each holds while the file is read: nothing is kept that goes beyond. */
export const listLimits = {
  /** Bytes that are decoded and parsed at once. */
  pieceBytes: 65_536,
  /** Characters of a row, a tag or a text: a quote that is never closed would make the rest of the file one cell. */
  rowCharacters: 1_048_576,
  /** Characters of all texts and attributes of one element that is an entry. */
  elementCharacters: 4_194_304,
  /** Elements within one that is an entry, and levels of them. */
  elementParts: 100_000,
  xmlDepth: 32,
  /** Columns of a row. */
  columns: 500,
  /** Entries of a list. */
  entries: 5_000_000,
  /** Rows that cannot be read, after which nobody reads on. */
  unreadableRows: 100_000,
  /** Characters that a reader keeps until the rest of an entry comes, where a format scatters its entries over the file. */
  keptCharacters: 67_108_864,
  /** Bytes of a packed file, and what its one part may unpack to. */
  packedBytes: 134_217_728,
  unpackedBytes: 2_147_483_648,
  /** What that part may unpack to for each of its bytes, once it is larger than the first so many. */
  unpackRatio: 100,
  unpackFreeBytes: 4_194_304,
  /** Parts of a packed file, of which lists have one or two. */
  packedParts: 100,
  /** Names, births, numbers and so on of one entry, each. */
  valuesPerField: 2_000,
  /** Characters of a name, a number or another value. */
  valueCharacters: 1_000,
} as const;
