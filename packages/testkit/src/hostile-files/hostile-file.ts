/** A file that is sent to do harm. */
export interface HostileFile {
  readonly title: string;
  /** File name given by the sender. */
  readonly name: string;
  /** Part of the rejection message. `null` if the rows are read and invalid ones are reported one by one. */
  readonly refusal: string | null;
  /** Whether so much has to be read or created that it takes seconds even for a small share. */
  readonly isLong?: true;
  /** Returns its content, with a share of its full size. */
  readonly content: (share: number) => Buffer;
}

export const long = (file: HostileFile): HostileFile => ({ ...file, isLong: true });
