import type { Command } from 'commander';

/** Adds the options of every command that uses a server. */
export const addServerOptions = (command: Command): Command =>
  command
    .option('--server <address>', 'left out: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'what the server answered, as one JSON document on standard output');
