/** What a file may be, whoever sends it. Each holds while the file is read: nothing is kept that goes beyond. */
export const tableLimits = {
  /** Columns of a row of a table. */
  columns: 2_000,
  /** Characters of a row: a quote that is never closed would make the rest of the file one cell. */
  rowCharacters: 1_048_576,
  /** Rows with those that are empty: as many as a spreadsheet has. */
  rows: 1_048_576,
  /** Cells of all rows. */
  cells: 10_000_000,
  /** Levels of a row of JSON, and commas, colons and brackets in it: each member costs far more than its characters. */
  jsonDepth: 64,
  jsonMarks: 50_000,
  /** Elements within each other in a part of a spreadsheet: an honest one has ten. */
  xmlDepth: 32,
  /** Characters of one tag, comment or text in it. */
  xmlCharacters: 1_048_576,
  /** Texts that the cells of a spreadsheet share. */
  sharedTexts: 1_000_000,
  /** What a part of a spreadsheet may unpack to for each of its bytes, once it is larger than the first so many. */
  unpackRatio: 200,
  unpackFreeBytes: 4_194_304,
  /** Parts of a spreadsheet, of which it has some dozen. */
  zipEntries: 10_000,
} as const;
