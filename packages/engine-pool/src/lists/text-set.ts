import { textHeader, isTextAt, textHash } from './stored-text.js';

/** The shared part of a set. Posting it to a thread copies nothing. */
export interface TextSetData {
  /** Seed of the hash. */
  readonly seed: number;
  readonly size: number;
  /** Open addressing with linear probing over a power of two of 32-bit entries: 0, or the position of a text plus 1. */
  readonly slots: SharedArrayBuffer;
  /** Texts one after the other, none of which spans two chunks. */
  readonly chunks: readonly SharedArrayBuffer[];
  /** log2 of the number of positions in a chunk. */
  readonly chunkBits: number;
}

/**
 * An immutable set of texts in shared memory. Exact: a text is contained if its code units are, including lone surrogates. Any number of
 * threads read it without locks, because it is never written again.
 */
export class TextSet {
  private readonly slots: Uint32Array;
  private readonly pieces: readonly Uint8Array[];

  constructor(readonly data: TextSetData) {
    this.slots = new Uint32Array(data.slots);
    this.pieces = data.chunks.map((piece) => new Uint8Array(piece));
  }

  get size(): number {
    return this.data.size;
  }

  /** Size of all its shared memory. */
  get bytes(): number {
    return this.pieces.reduce((sum, { byteLength }) => sum + byteLength, this.slots.byteLength);
  }

  has(text: string): boolean {
    const { slots } = this;
    const { seed, chunkBits: pieceBits } = this.data;
    const mask = slots.length - 1;
    const header = textHeader(text);
    for (let slot = textHash(text, seed) & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] as number;
      if (entry === 0) return false;
      const place = entry - 1;
      const piece = this.pieces[place >>> pieceBits] as Uint8Array;
      if (isTextAt(piece, place & ((1 << pieceBits) - 1), text, header)) return true;
    }
  }
}
