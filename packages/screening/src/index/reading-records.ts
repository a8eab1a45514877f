/**
 * All data of a reading that a search needs is stored together, since each access elsewhere waits for memory: its head and its words. Long
 * readings have their words after all records, and their record contains the position.
 */
const numbersOfRecord = 8;
const wordsInside = numbersOfRecord - 1;

const countBits = 5;
const formsShift = 2 * countBits;
const countMask = (1 << countBits) - 1;

/** A reading in the form for its record. */
export interface PackedReading {
  readonly words: Uint32Array;
  /** Number of its words that distinguish names. */
  readonly telling: number;
  readonly legalForms: number;
}

/** Packs the readings in order. Names have at most as many words as the head can count. */
export function packReadings(count: number, readingAt: (reading: number) => PackedReading): Uint32Array {
  const lengths = Array.from({ length: count }, (_, reading) => readingAt(reading).words.length);
  const others = lengths.reduce((sum, length) => sum + (length > wordsInside ? length : 0), 0);
  const records = new Uint32Array(numbersOfRecord * count + others);
  let end = numbersOfRecord * count;
  for (let reading = 0; reading < count; reading += 1) {
    const { words, telling, legalForms } = readingAt(reading);
    const at = numbersOfRecord * reading;
    records[at] = words.length | (telling << countBits) | (legalForms << formsShift);
    if (words.length <= wordsInside) records.set(words, at + 1);
    else {
      records[at + 1] = end;
      records.set(words, end);
      end += words.length;
    }
  }
  return records;
}

export const headOf = (records: Uint32Array, reading: number): number => records[numbersOfRecord * reading]!;
export const wordsOfHead = (head: number): number => head & countMask;
export const tellingOfHead = (head: number): number => (head >>> countBits) & countMask;
export const legalFormsOfHead = (head: number): number => head >>> formsShift;

/** Returns the position of a reading's words among the records. */
export const wordsAt = (records: Uint32Array, reading: number, head: number): number =>
  wordsOfHead(head) <= wordsInside ? numbersOfRecord * reading + 1 : records[numbersOfRecord * reading + 1]!;
