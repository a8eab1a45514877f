/** Limits of a file from any sender. Each is checked while the file is read, so that nothing beyond is kept. */
export const tableLimits = {
  /** Columns of a row of a table. */
  columns: 2_000,
  /** Characters of a row: a quote that is never closed would turn the rest of the file into one cell. */
  rowCharacters: 1_048_576,
  /** Rows including empty ones: the maximum of a spreadsheet. */
  rows: 1_048_576,
  /** Cells of all rows. */
  cells: 10_000_000,
  /** Nesting levels of a JSON row, and its commas, colons and brackets: each member costs far more than its characters. */
  jsonDepth: 64,
  jsonMarks: 50_000,
  /** Nesting levels of elements in a part of a spreadsheet. A legitimate one has ten. */
  xmlDepth: 32,
  /** Characters of one tag, comment or text in it. */
  xmlCharacters: 1_048_576,
  /** Texts that the cells of a spreadsheet share. */
  sharedTexts: 1_000_000,
  /** Maximum bytes that each packed byte of a spreadsheet part may unpack to, once it has exceeded the following size. */
  unpackRatio: 100,
  unpackFreeBytes: 4_194_304,
  /** Parts of a spreadsheet, which usually has a few dozen. */
  zipEntries: 10_000,
} as const;
