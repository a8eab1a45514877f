import type { AddCommand } from '../command.js';
import type { ListenFlags } from '../runs/listen.js';

const examples = `
A sandbox sends nothing outside: the deliveries of its webhooks are forwarded to your receiver, signed with the printed secret. The webhook
exists as long as the command runs. Events that occur while the connection is interrupted are not forwarded.

The key must belong to a sandbox and have webhooks:create, webhooks:read and webhooks:delete.

Examples:
  $ tamis listen --forward http://localhost:4000/hook
  $ tamis listen --forward http://localhost:4000/hook --events alert.*,transaction.flagged`;

export const addListen: AddCommand = (program, io, finish) => {
  program
    .command('listen')
    .description('forward the events of a sandbox to a webhook receiver on this machine, until Ctrl+C')
    .requiredOption('--forward <address>', 'the receiver: http://localhost:4000/hook')
    .option('--events <names>', 'comma-separated; default: all')
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .addHelpText('after', examples)
    .action(async (flags: ListenFlags) => {
      const { listen } = await import('../runs/listen.js');
      finish(await listen(flags, io));
    });
};
