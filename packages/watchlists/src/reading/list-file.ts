/** One file of a list as it arrives. */
export interface ListFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** Number of bytes stated by the sender; a file that ends earlier was cut off. */
  readonly expectedBytes: number | null;
}
