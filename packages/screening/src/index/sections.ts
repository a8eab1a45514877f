/** The parts of an index, each an array of plain numbers in one block of memory. They are in the order of the block. */
const sectionTypes = {
  meta: Uint8Array,
  wordText: Uint8Array,
  wordAt: Uint32Array,
  wordWeight: Uint8Array,
  wordSound: Uint32Array,
  wordSkeleton: Uint32Array,
  wordBucketAt: Uint32Array,
  wordBuckets: Uint32Array,
  wordTags: Uint8Array,
  postingAt: Uint32Array,
  postings: Uint32Array,
  deletionBucketAt: Uint32Array,
  deletionBuckets: Uint32Array,
  deletionTags: Uint8Array,
  soundBucketAt: Uint32Array,
  soundBuckets: Uint32Array,
  soundTags: Uint8Array,
  consonantBucketAt: Uint32Array,
  consonantBuckets: Uint32Array,
  consonantTags: Uint8Array,
  readingRecords: Uint32Array,
  readingSize: Uint16Array,
  readingNameAt: Uint32Array,
  readingBearers: Uint32Array,
  readingOrdinals: Uint16Array,
  joinBucketAt: Uint32Array,
  joinBuckets: Uint32Array,
  joinTags: Uint8Array,
  gluedBucketAt: Uint32Array,
  gluedBuckets: Uint32Array,
  gluedTags: Uint8Array,
  gluedLetters: Uint32Array,
  initialBucketAt: Uint32Array,
  initialBuckets: Uint32Array,
  initialTags: Uint8Array,
  acronymBucketAt: Uint32Array,
  acronymBuckets: Uint32Array,
  acronymTags: Uint8Array,
  nameKind: Uint8Array,
  nameLanguage: Uint8Array,
  nameTextAt: Uint32Array,
  nameText: Uint8Array,
  identifierBucketAt: Uint32Array,
  identifierBuckets: Uint32Array,
  identifierTags: Uint8Array,
  entryIdAt: Uint32Array,
  entryId: Uint8Array,
  entryDataset: Uint16Array,
  entryHead: Uint32Array,
  entryNameAt: Uint32Array,
  entryDetailAt: Uint32Array,
  entryDetail: Uint8Array,
} as const;

export type SectionName = keyof typeof sectionTypes;
type Numbers<Type> = Type extends Uint8ArrayConstructor
  ? Uint8Array
  : Type extends Uint16ArrayConstructor
    ? Uint16Array
    : Uint32Array;
export type Sections = { readonly [Name in SectionName]: Numbers<(typeof sectionTypes)[Name]> };

const names = Object.keys(sectionTypes) as readonly SectionName[];
/** `TSI` and a version, with which every index begins. It changes when sections change, or when names are parsed differently. */
export const indexFormat = 0x54534909;
const headerNumbers = 2 + 2 * names.length;
const alignment = 8;
const aligned = (bytes: number): number => Math.ceil(bytes / alignment) * alignment;

/** Packs all sections into one block, which threads share and files store unchanged. */
export function packSections(sections: Sections): SharedArrayBuffer {
  const sizes = names.map((name) => aligned(sections[name].byteLength));
  const start = aligned(4 * headerNumbers);
  const block = new SharedArrayBuffer(sizes.reduce((sum, size) => sum + size, start));
  const header = new Uint32Array(block, 0, headerNumbers);
  header.set([indexFormat, block.byteLength]);
  let offset = start;
  for (const [index, name] of names.entries()) {
    const section = sections[name];
    header.set([offset, section.length], 2 + 2 * index);
    new Uint8Array(block, offset, section.byteLength).set(
      new Uint8Array(section.buffer, section.byteOffset, section.byteLength),
    );
    offset += sizes[index]!;
  }
  return block;
}

/** Returns views of the sections of a block, without reading or copying them. */
export function viewSections(block: SharedArrayBuffer | ArrayBuffer): Sections {
  const header = block.byteLength >= 4 * headerNumbers ? new Uint32Array(block, 0, headerNumbers) : null;
  if (header === null || header[0] !== indexFormat || header[1] !== block.byteLength)
    throw new Error(
      'These bytes are not an index of names, are truncated, or were written by another version: build it again.',
    );
  const views = names.map((name, index) => {
    const [offset, length] = [header[2 + 2 * index]!, header[3 + 2 * index]!];
    const Type = sectionTypes[name] as new (block: ArrayBufferLike, offset: number, length: number) => Uint8Array;
    return [name, new Type(block, offset, length)] as const;
  });
  return Object.fromEntries(views) as unknown as Sections;
}
