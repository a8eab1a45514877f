/** One file of a list as it arrives. */
export interface ListFile {
  readonly name: string;
  readonly bytes: AsyncIterable<Uint8Array>;
  /** As many as the sender said that it has; what ends before was cut. */
  readonly expectedBytes: number | null;
}
