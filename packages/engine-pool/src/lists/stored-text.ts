const { imul } = Math;

/** Bytes before the code units of a stored text: the header, low byte first. */
const headerBytes = 2;

/** Returns the header of a text: twice its number of UTF-16 code units, plus one if any of them needs two bytes. */
export const textHeader = (text: string): number => {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return text.length * 2 + 1;
  return text.length * 2;
};

export const storedBytes = (header: number): number => headerBytes + ((header & 1) === 1 ? header - 1 : header >>> 1);

const readHeader = (piece: Uint8Array, at: number): number => (piece[at] as number) | ((piece[at + 1] as number) << 8);

/** Writes a text with this header at `at`. */
export function writeText(piece: Uint8Array, at: number, text: string, header: number): void {
  let byte = at;
  piece[byte++] = header & 0xff;
  piece[byte++] = header >>> 8;
  const isWide = (header & 1) === 1;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    piece[byte++] = unit & 0xff;
    if (isWide) piece[byte++] = unit >>> 8;
  }
}

/** Whether exactly this text is stored at `at`. */
export function isTextAt(piece: Uint8Array, at: number, text: string, header: number): boolean {
  if (readHeader(piece, at) !== header) return false;
  let byte = at + headerBytes;
  if ((header & 1) === 0) {
    for (let index = 0; index < text.length; index++) if (piece[byte++] !== text.charCodeAt(index)) return false;
    return true;
  }
  for (let index = 0; index < text.length; index++, byte += 2)
    if (readHeader(piece, byte) !== text.charCodeAt(index)) return false;
  return true;
}

const hashStart = (seed: number): number => seed ^ 0x811c9dc5;
const hashStep = (hash: number, unit: number): number => imul(hash ^ unit, 0x01000193);

function hashFinish(mixed: number): number {
  let hash = mixed ^ (mixed >>> 16);
  hash = imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns a 32-bit hash of the UTF-16 code units of a text: FNV-1a with a final mix. */
export function textHash(text: string, seed: number): number {
  let hash = hashStart(seed);
  for (let index = 0; index < text.length; index++) hash = hashStep(hash, text.charCodeAt(index));
  return hashFinish(hash);
}

/** Returns the `textHash` of the text that is stored at `at`. */
export function storedTextHash(piece: Uint8Array, at: number, seed: number): number {
  const header = readHeader(piece, at);
  const end = at + storedBytes(header);
  let hash = hashStart(seed);
  if ((header & 1) === 0)
    for (let byte = at + headerBytes; byte < end; byte++) hash = hashStep(hash, piece[byte] as number);
  else for (let byte = at + headerBytes; byte < end; byte += 2) hash = hashStep(hash, readHeader(piece, byte));
  return hashFinish(hash);
}
