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
  { name: 'submit', status: 'in_review', description: 'request a review of a rule', example: 'submit structuring' },
  {
    name: 'shadow',
    status: 'shadow',
    description: 'evaluate a rule or a new version in shadow: on live traffic, without effects',
    example: 'shadow structuring --rule-version 7',
  },
  {
    name: 'activate',
    status: 'active',
    description: 'activate a version of a rule',
    example: 'activate structuring --guard "alerts/day <= 60, hit rate within 3x of dry run" --reason "…"',
  },
  {
    name: 'deactivate',
    status: 'inactive',
    description: 'deactivate a rule, but keep it',
    example: 'deactivate structuring --reason "too many alerts"',
  },
  { name: 'archive', status: 'archived', description: 'archive a rule permanently', example: 'archive structuring' },
];

const examples = `
Examples:
  $ tamis approve                                                  requests that wait for another person
  $ tamis approve 0199b1c2-… --comment "looked at the dry run"

The requester cannot approve, nor can a key that the same person created.`;

const publishedStatuses: ReadonlySet<string> = new Set(['active', 'shadow']);

/** Adds a command for each status change of a rule, and for the approval that some changes require. */
export const addStatusCommands: AddCommand = (program, io, finish) => {
  for (const { name, status, description, example } of statusCommands) {
    const command = program.command(name).description(description).argument('<rule>', 'the key of the rule');
    if (publishedStatuses.has(status))
      command
        .option(
          '--rule-version <number>',
          'the version to evaluate; default: the newest, in shadow beside the deciding version',
        )
        .option('--evidence <dry run>', 'the id of a dry run of this content; default: the newest one');
    if (status === 'active')
      command.option('--guard <limits>', 'limits for the rule, such as `alerts/day <= 60`, and `on trip notify`');
    if (status !== 'archived') command.option('--reason <text>', 'reason, stored with the version');
    addServerOptions(command)
      .addHelpText('after', `\nExample:\n  $ tamis ${example}`)
      .action(async (rule: string, flags: StatusFlags) => {
        const { changeStatus } = await import('../runs/change-status.js');
        finish(await changeStatus(rule, status, flags, io));
      });
  }
  const command = program
    .command('approve')
    .description('approve the request of another person')
    .argument('[approval]', 'its id; default: list the waiting requests')
    .option('--comment <text>', 'comment, stored with the approval');
  addServerOptions(command)
    .addHelpText('after', examples)
    .action(async (id: string | undefined, flags: StatusFlags & { readonly comment?: string }) => {
      const { approve, listApprovals } = await import('../runs/approvals.js');
      finish(await (id === undefined ? listApprovals(flags, io) : approve(id, flags, io)));
    });
};
