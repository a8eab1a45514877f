import type { AddCommand } from '../command.js';
import type { LoginFlags } from '../runs/login.js';

const examples = `
The key is read from TAMIS_API_KEY, or else from standard input. It is stored in a file that only you can read, below XDG_CONFIG_HOME or
~/.config. Every command that uses a server takes its address from --server, TAMIS_SERVER, \`server\` in tamis.config.json, or the
last login, and the key from TAMIS_API_KEY or the login.

Examples:
  $ tamis login --server https://tamis.example.com < key.txt
  $ TAMIS_API_KEY=… tamis login --server http://127.0.0.1:3000`;

export const addLogin: AddCommand = (program, io, finish) => {
  program
    .command('login')
    .description('store the API key of a server')
    .requiredOption('--server <address>', 'the server')
    .option('--json', 'one JSON document on standard output')
    .addHelpText('after', examples)
    .action(async (flags: LoginFlags) => {
      const { login } = await import('../runs/login.js');
      finish(await login(flags, io));
    });
};
