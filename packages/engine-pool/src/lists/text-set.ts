import { textHeader, isTextAt, textHash } from './stored-text.js';

/** What threads share of a set: posting it copies nothing. */
export interface TextSetData {
  /** Of the hash. */
  readonly seed: number;
  readonly size: number;
  /** Open addressing with linear probing over a power of two of 32-bit entries: 0, or the place of a text and 1. */
  readonly slots: SharedArrayBuffer;
  /** Texts one after the other, none across two pieces. */
  readonly chunks: readonly SharedArrayBuffer[];
  /** log2 of the places of a piece. */
  readonly chunkBits: number;
}

/**
 * An immutable set of texts in shared memory. Exact: a text is in it when its code units are, lone surrogates included. Any
 * number of threads read it without locks, as nothing is ever written again.
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

  /** Of shared memory, all of it. */
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
