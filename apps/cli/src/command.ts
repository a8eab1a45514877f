import type { Command } from 'commander';
import type { CliIo } from './cli-io.js';
import type { ExitCode } from './exit-codes.js';

/** Adds one command to the program. `finish` receives the exit code of the command. */
export type AddCommand = (program: Command, io: CliIo, finish: (code: ExitCode) => void) => void;
