import type { AddCommand } from '../command.js';
import type { ListenFlags } from '../runs/listen.js';

const examples = `
A sandbox sends nothing out: what its webhooks would be sent comes here and goes on to your receiver, each delivery signed with the
secret that is printed. The webhook behind it lasts as long as the command. What happens while the connection is broken is not
forwarded.

The key is one of a sandbox, with webhooks:create, webhooks:read and webhooks:delete.

Examples:
  $ tamis listen --forward http://localhost:4000/hook
  $ tamis listen --forward http://localhost:4000/hook --events alert.*,transaction.flagged`;

export const addListen: AddCommand = (program, io, finish) => {
  program
    .command('listen')
    .description('send what happens in a sandbox to a receiver of webhooks on this machine, until Ctrl+C')
    .requiredOption('--forward <address>', 'the receiver: http://localhost:4000/hook')
    .option('--events <names>', 'with commas; left out: all')
    .option('--server <address>', 'left out: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .addHelpText('after', examples)
    .action(async (flags: ListenFlags) => {
      const { listen } = await import('../runs/listen.js');
      finish(await listen(flags, io));
    });
};
