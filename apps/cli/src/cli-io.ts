/** What a command may touch besides files: given, so that nothing depends on the terminal it runs in. */
export interface CliIo {
  readonly cwd: string;
  /** What was typed after the name of the program. */
  readonly args: readonly string[];
  /** Settings of the process. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where this person's settings of `tamis` are kept. */
  readonly configDirectory: string;
  /** Results. */
  readonly out: (text: string) => void;
  /** Messages about the run. */
  readonly err: (text: string) => void;
  /** All of standard input, at most so many bytes and one more. */
  readonly readStdin: (maxBytes: number) => Promise<Buffer>;
  readonly color: boolean;
  /** Somebody sees messages as they come: how far long runs are is shown to them. */
  readonly isInteractive: boolean;
  /** What is read from standard input is typed by somebody. */
  readonly isStdinTty: boolean;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** Ends a `--watch`. */
  readonly abortSignal: AbortSignal;
}
