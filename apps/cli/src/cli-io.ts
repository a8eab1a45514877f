/** Everything that a command may use besides files. It is passed in, so that nothing depends on the terminal of the process. */
export interface CliIo {
  readonly cwd: string;
  /** Arguments after the name of the program. */
  readonly args: readonly string[];
  /** Environment variables of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Folder of this user's settings of `tamis`. */
  readonly configDirectory: string;
  /** Results. */
  readonly out: (text: string) => void;
  /** Writes progress and problem messages. */
  readonly err: (text: string) => void;
  /** Reads all of standard input, but at most `maxBytes` bytes and one more. */
  readonly readStdin: (maxBytes: number) => Promise<Buffer>;
  readonly color: boolean;
  /** Whether a person sees messages as they appear. If so, the progress of long runs is shown. */
  readonly isInteractive: boolean;
  /** Whether standard input is typed by a person. */
  readonly isStdinTty: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Ends a `--watch`. */
  readonly abortSignal: AbortSignal;
}
