/** A file that somebody sends to do harm. */
export interface HostileFile {
  readonly title: string;
  /** As the sender calls it. */
  readonly name: string;
  /** What its refusal says; null: its rows are read, and those that are none are told of one by one. */
  readonly refusal: string | null;
  /** So much of it has to be read before it is refused that it takes seconds. */
  readonly isLong?: true;
  /** Its content, or a share of what makes it large. */
  readonly content: (share: number) => Buffer;
}
