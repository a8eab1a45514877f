import { runCli } from './run-cli.js';
import { processIo } from './process-io.js';

process.exitCode = await runCli(process.argv.slice(2), processIo());
