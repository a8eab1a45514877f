import type { AddCommand } from '../command.js';
import type { StatusFlags } from '../runs/change-status.js';
import { addServerOptions } from './server-options.js';

interface StatusCommand {
  readonly name: string;
  readonly status: string;
  readonly description: string;
  readonly example: string;
}

const statusCommands: readonly StatusCommand[] = [
  { name: 'submit', status: 'in_review', description: 'ask for a review of a rule', example: 'submit structuring' },
  {
    name: 'shadow',
    status: 'shadow',
    description: 'let a rule, or a version beside the one that decides, run on live traffic without acting',
    example: 'shadow structuring --rule-version 7',
  },
  {
    name: 'activate',
    status: 'active',
    description: 'put a version of a rule in force',
    example: 'activate structuring --guard "alerts/day <= 60, hit rate within 3x of dry run" --reason "…"',
  },
  {
    name: 'deactivate',
    status: 'inactive',
    description: 'switch a rule off, and keep it',
    example: 'deactivate structuring --reason "too many alerts"',
  },
  { name: 'archive', status: 'archived', description: 'end a rule for good', example: 'archive structuring' },
];

const examples = `
Examples:
  $ tamis approve                                                  what waits for somebody else
  $ tamis approve 0199b1c2-… --comment "looked at the dry run"

Who asked cannot approve, nor can a key that the same person made.`;

const publishedStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

/** Adds a command for each status change of a rule, and for the approval that some changes require. */
export const addStatusCommands: AddCommand = (program, io, finish) => {
  for (const { name, status, description, example } of statusCommands) {
    const command = program.command(name).description(description).argument('<rule>', 'the key of the rule');
    if (publishedStatuses.has(status))
      command
        .option(
          '--rule-version <number>',
          'the version that runs; left out: the newest, which runs in shadow beside the one that decides',
        )
        .option('--evidence <dry run>', 'the id of a dry run of this content; left out: the newest one there is');
    if (status === 'active')
      command.option('--guard <limits>', 'what the rule is held to, as `alerts/day <= 60`, and `on trip notify`');
    if (status !== 'archived') command.option('--reason <text>', 'why; kept with the version');
    addServerOptions(command)
      .addHelpText('after', `\nExample:\n  $ tamis ${example}`)
      .action(async (rule: string, flags: StatusFlags) => {
        const { changeStatus } = await import('../runs/change-status.js');
        finish(await changeStatus(rule, status, flags, io));
      });
  }
  const command = program
    .command('approve')
    .description('give an approval that somebody else asked for')
    .argument('[approval]', 'its id; left out: those that wait are listed')
    .option('--comment <text>', 'kept with it');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (id: string | undefined, flags: StatusFlags & { readonly comment?: string }) => {
      const { approve, listApprovals } = await import('../runs/approvals.js');
      finish(await (id === undefined ? listApprovals(flags, io) : approve(id, flags, io)));
    });
};
