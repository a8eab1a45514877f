export { generateEntries } from './generate-entries.js';
export { writeEuXml } from './write-eu-xml.js';
export { writeFtmLines } from './write-ftm-lines.js';
export { writeOfacCsv } from './write-ofac-csv.js';
export { writeUkCsv } from './write-uk-csv.js';
export { writeUnXml } from './write-un-xml.js';
export type { EntrySource, ListWriter, WrittenList } from './written-list.js';
