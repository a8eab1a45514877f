import { ListFormatError } from '../src/index.js';
import { type FixtureList, fixtureLists, listFile, readFixture, type ReadList } from './support/fixture-lists.js';

/** Files up to this size are cut at every byte. Larger ones are cut at every `step` bytes, and at each of the last `endBytes`. */
const smallBytes = 600;
const step = 41;
const endBytes = 40;

const cuts = (length: number): readonly number[] =>
  Array.from({ length }, (_, at) => at).filter(
    (at) => length <= smallBytes || at % step === 0 || at > length - endBytes,
  );

const readCut = (list: FixtureList, file: string, length: number, isSizeKnown: boolean): Promise<ReadList | Error> =>
  readFixture(list, (name, bytes) =>
    listFile(name, name === file ? bytes.subarray(0, length) : bytes, isSizeKnown ? bytes.length : null),
  ).catch((error: unknown) => error as Error);

/** Returns the length without what follows the end of a document, which carries no meaning. */
const meaningfulLength = (bytes: Buffer): number => bytes.toString('latin1').trimEnd().length;

describe.each(fixtureLists.map((list) => [list.title, list] as const))('%s', (title, list) => {
  it('is never accepted as complete when fewer bytes arrived than announced', async () => {
    for (const [name, bytes] of list.files)
      for (const length of cuts(bytes.length)) {
        const read = await readCut(list, name, length, true);
        if (!(read instanceof ListFormatError)) throw new Error(`${title}: ${name} was read of ${length} bytes`);
      }
  });

  it('is never marked as ended when a file of unknown size was cut off', async () => {
    const whole = await readFixture(list);
    for (const [name, bytes] of list.files)
      for (const length of cuts(meaningfulLength(bytes))) {
        const read = await readCut(list, name, length, false);
        if (read instanceof ListFormatError) continue;
        if (read instanceof Error) throw read;
        expect({ name, length, isEndMarked: read.summary.isEndMarked }).toEqual({ name, length, isEndMarked: false });
        expect(read.summary.entries).toBeLessThanOrEqual(whole.summary.entries);
      }
  });
});
