import type { CliIo } from './cli-io.js';
import { exitCodes, type ExitCode } from './exit-codes.js';

/** Why a command ends without a result. */
export interface Problem {
  /** What is wrong and what to do, without the name of the program. */
  readonly message: string;
  readonly code: ExitCode;
}

export const usageProblem = (message: string): Problem => ({ message, code: exitCodes.usage });
export const failureProblem = (message: string): Problem => ({ message, code: exitCodes.failure });
export const findingsProblem = (message: string): Problem => ({ message, code: exitCodes.findings });

/** Ends a command with a problem from a place that cannot return it. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Prints the problem and returns its exit code. An empty message was already printed. */
export function printProblem({ message, code }: Problem, io: CliIo): ExitCode {
  if (message !== '') io.err(`tamis: ${message}\n`);
  return code;
}
