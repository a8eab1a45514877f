const initialLength = 1_024;

/** Rows of masks in one array, each identified by its offset, so that data read together is adjacent in memory. */
export class BitmapArena {
  /** Replaced by a larger array when it grows. */
  words = new Int32Array(initialLength);
  private used = 0;

  /** Allocates a row of zeros and returns its offset. */
  allocate(length: number): number {
    const at = this.used;
    this.used += length;
    if (this.used > this.words.length) {
      const grown = new Int32Array(Math.max(this.used, Math.ceil(this.words.length * 1.5)));
      grown.set(this.words);
      this.words = grown;
    }
    return at;
  }
}

const bitsPerWord = 32;

export const wordsFor = (bits: number): number => Math.ceil(bits / bitsPerWord);

/** Sets a bit of the row at offset `at`. */
export function setBit(words: Int32Array, at: number, bit: number): void {
  (words[at + (bit >>> 5)] as number) |= 1 << (bit & 31);
}
