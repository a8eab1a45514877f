import { randomInt } from 'node:crypto';
import { listLimits } from '../pool-limits.js';
import { TextSet } from './text-set.js';
import { storedBytes, textHeader, isTextAt, storedTextHash, writeText, textHash } from './stored-text.js';

/** A list beyond `listLimits`. */
export class ListTooLarge extends Error {
  override readonly name = 'ListTooLarge';
}

const chunkBits = Math.log2(listLimits.pieceBytes);
const chunkMask = listLimits.pieceBytes - 1;
const initialSlots = 16;

const sharedCopy = (bytes: Uint8Array): SharedArrayBuffer => {
  const shared = new SharedArrayBuffer(bytes.byteLength);
  new Uint8Array(shared).set(bytes);
  return shared;
};

const emptySlots = (count: number): Uint32Array<SharedArrayBuffer> =>
  new Uint32Array(new SharedArrayBuffer(count * Uint32Array.BYTES_PER_ELEMENT));

/** Fills a `TextSet`. Memory use while it grows: the texts once, the slots one and a half times. */
export class TextSetBuilder {
  private chunks: Uint8Array<SharedArrayBuffer>[] = [];
  private slots = emptySlots(initialSlots);
  /** Bytes of the last chunk that contain texts. */
  private used = 0;
  private size = 0;
  private built = false;

  /** A random seed prevents authors of items from choosing colliding ones. */
  constructor(private readonly seed: number = randomInt(2 ** 32)) {}

  /** Adds a text. Returns false if it was already in the set. Throws `ListTooLarge` beyond the limits. */
  add(text: string): boolean {
    if (this.built) throw new Error('the set is complete and can no longer be changed');
    const { maxItems, maxItemLength } = listLimits;
    if (text.length > maxItemLength)
      throw new ListTooLarge(`an item of ${text.length} characters; at most ${maxItemLength}`);
    const header = textHeader(text);
    const slot = this.freeSlot(text, header);
    if (slot === null) return false;
    if (this.size >= maxItems) throw new ListTooLarge(`more than ${maxItems} items`);
    this.slots[slot] = this.store(text, header) + 1;
    this.size += 1;
    // At three quarters, probe sequences are still short: two or three slots for a contained text, eight for others.
    if (this.size * 4 > this.slots.length * 3) this.grow();
    return true;
  }

  build(): TextSet {
    this.built = true;
    const last = this.chunks.length - 1;
    const pieces = this.chunks.map((piece, index) =>
      index === last ? sharedCopy(piece.subarray(0, this.used)) : piece.buffer,
    );
    this.chunks = [];
    return new TextSet({ seed: this.seed, size: this.size, slots: this.slots.buffer, chunks: pieces, chunkBits });
  }

  /** Returns the slot for a text, or `null` if the text is already in the set. */
  private freeSlot(text: string, header: number): number | null {
    const mask = this.slots.length - 1;
    for (let slot = textHash(text, this.seed) & mask; ; slot = (slot + 1) & mask) {
      const entry = this.slots[slot] as number;
      if (entry === 0) return slot;
      const place = entry - 1;
      if (isTextAt(this.chunks[place >>> chunkBits] as Uint8Array, place & chunkMask, text, header)) return null;
    }
  }

  /** Stores a text and returns its position over all chunks. */
  private store(text: string, header: number): number {
    const bytes = storedBytes(header);
    const piece = this.chunkFor(bytes);
    const at = this.used;
    writeText(piece, at, text, header);
    this.used += bytes;
    return (this.chunks.length - 1) * listLimits.pieceBytes + at;
  }

  private chunkFor(bytes: number): Uint8Array {
    const { pieceBytes, maxTextBytes } = listLimits;
    const last = this.chunks.at(-1);
    if (last && this.used + bytes <= pieceBytes) return last;
    if ((this.chunks.length + 1) * pieceBytes > maxTextBytes)
      throw new ListTooLarge(`more than ${maxTextBytes} bytes of text`);
    const piece = new Uint8Array(new SharedArrayBuffer(pieceBytes));
    this.chunks.push(piece);
    this.used = 0;
    return piece;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = emptySlots(old.length * 2);
    const mask = this.slots.length - 1;
    for (const entry of old) {
      if (entry === 0) continue;
      const place = entry - 1;
      const piece = this.chunks[place >>> chunkBits] as Uint8Array;
      let slot = storedTextHash(piece, place & chunkMask, this.seed) & mask;
      while (this.slots[slot] !== 0) slot = (slot + 1) & mask;
      this.slots[slot] = entry;
    }
  }
}
