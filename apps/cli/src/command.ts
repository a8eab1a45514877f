import type { Command } from 'commander';
import type { CliIo } from './cli-io.js';
import type { ExitCode } from './exit-codes.js';

/** Adds one command to the program. `finish` takes the code of the command that ran. */
export type AddCommand = (program: Command, io: CliIo, finish: (code: ExitCode) => void) => void;
