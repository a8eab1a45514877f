import { Command, CommanderError } from 'commander';
import type { CliIo } from './cli-io.js';
import type { AddCommand } from './command.js';
import { addApply } from './commands/apply.js';
import { addAudit } from './commands/audit.js';
import { addBench } from './commands/bench.js';
import { addCheck } from './commands/check.js';
import { addCompare } from './commands/compare.js';
import { addConvert } from './commands/convert.js';
import { addDiff } from './commands/diff.js';
import { addDryRun } from './commands/dry-run.js';
import { addExplain } from './commands/explain.js';
import { addFmt } from './commands/fmt.js';
import { addImport } from './commands/import.js';
import { addInit } from './commands/init.js';
import { addLint } from './commands/lint.js';
import { addLsp } from './commands/lsp.js';
import { addListen } from './commands/listen.js';
import { addLogin } from './commands/login.js';
import { addStatusCommands } from './commands/states.js';
import { addParams } from './commands/params.js';
import { addRollback } from './commands/rollback.js';
import { addPull } from './commands/pull.js';
import { addReplay } from './commands/replay.js';
import { addWatch } from './commands/watch.js';
import { addPlan } from './commands/plan.js';
import { addScreen } from './commands/screen.js';
import { addShow } from './commands/show.js';
import { addSweep } from './commands/sweep.js';
import { addTest } from './commands/test.js';
import { exitCodes, type ExitCode } from './exit-codes.js';
import { printProblem, ProblemError } from './problem.js';
import { programVersion } from './program-version.js';

const commands: readonly AddCommand[] = [
  addInit,
  addCheck,
  addFmt,
  addTest,
  addExplain,
  addDryRun,
  addSweep,
  addCompare,
  addScreen,
  addShow,
  addPlan,
  addApply,
  addBench,
  addDiff,
  addConvert,
  addImport,
  addLint,
  addLsp,
  addLogin,
  addListen,
  addPull,
  addStatusCommands,
  addParams,
  addWatch,
  addRollback,
  addReplay,
  addAudit,
];

const intro = `
Start here:
  $ tamis init my-rules          a folder with a rule, its tests, and notes
  $ tamis check my-rules         mistakes and warnings, with a mark at each
  $ tamis test my-rules          the tests inside the rules

Files may be named, or matched by a pattern ('rules/**/*.rules'), or folders; \`-\` is standard input; nothing named
means the rules of this folder. Exit codes: 0 ok, 1 findings or failed tests, 2 wrong usage, 3 a file or a server failed.`;

function createProgram(io: CliIo, finish: (code: ExitCode) => void): Command {
  const program = new Command('tamis')
    .description(
      'Rules for payments, customers and companies: check, test, explain and replay them; with a server, publish them.',
    )
    .version(programVersion, '-V, --version', 'show the version')
    .helpOption('-h, --help', 'show help')
    .option('--color', 'use colour even in pipes')
    .option('--no-color', 'no colour')
    .addHelpText('after', intro)
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({ writeOut: io.out, writeErr: io.err });
  for (const add of commands) add(program, io, finish);
  for (const command of program.commands)
    command.copyInheritedSettings(program).helpOption('-h, --help', 'show help').exitOverride();
  return program;
}

/** Describes a word that is not a command. The suggestions of commander itself are limited to words of similar length. */
async function unknownCommand(args: readonly string[], program: Command): Promise<string | null> {
  const word = args.find((argument) => !argument.startsWith('-'));
  const names = [...program.commands.map((command) => command.name()), 'help'];
  if (word === undefined || names.includes(word)) return null;
  // Loaded only for mistakes, because showing the help loads nothing of the language.
  const { didYouMean } = await import('@tamis/lang');
  const [best] = didYouMean(word, names);
  return `tamis: unknown command \`${word}\`${best === undefined ? '' : `: did you mean \`${best}\`?`}\n`;
}

/** Runs one command line. Never throws. */
export async function runCli(args: readonly string[], io: CliIo): Promise<ExitCode> {
  let code: ExitCode = exitCodes.ok;
  const program = createProgram(io, (result) => {
    code = result;
  });
  const unknown = await unknownCommand(args, program);
  if (unknown !== null) {
    io.err(`${unknown}run \`tamis --help\` for the commands\n`);
    return exitCodes.usage;
  }
  if (args.length === 0) {
    program.outputHelp();
    return exitCodes.ok;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof ProblemError) return printProblem(error.problem, io);
    io.err(`tamis: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    return exitCodes.failure;
  }
}
