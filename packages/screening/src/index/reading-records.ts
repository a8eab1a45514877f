/**
 * What a search asks of a reading stands side by side, since each look elsewhere waits for memory: its head, and its words. Those of a
 * long reading follow the records of all, and its record tells where.
 */
const numbersOfRecord = 8;
const wordsInside = numbersOfRecord - 1;

const countBits = 5;
const formsShift = 2 * countBits;
const countMask = (1 << countBits) - 1;

/** A reading as it is put into a record. */
export interface PackedReading {
  readonly words: Uint32Array;
  /** How many of its words tell names apart. */
  readonly telling: number;
  readonly legalForms: number;
}

/** Of readings in their order. Names have at most as many words as the head counts. */
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

/** Where the words of a reading stand among the records. */
export const wordsAt = (records: Uint32Array, reading: number, head: number): number =>
  wordsOfHead(head) <= wordsInside ? numbersOfRecord * reading + 1 : records[numbersOfRecord * reading + 1]!;
