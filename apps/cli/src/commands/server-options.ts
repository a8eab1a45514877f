import type { Command } from 'commander';

/** Adds the options of every command that uses a server. */
export const addServerOptions = (command: Command): Command =>
  command
    .option('--server <address>', 'default: TAMIS_SERVER, `server` of tamis.config.json, or the last login')
    .option('--json', 'print the response of the server as one JSON document');
