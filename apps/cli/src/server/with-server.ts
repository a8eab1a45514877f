import type { Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printJson } from '../output/print-json.js';
import { printProblem, type Problem } from '../problem.js';
import type { ApiClient, JsonObject } from './api-client.js';
import { connect } from './connect.js';

export interface ServerFlags {
  readonly server?: string;
  readonly json?: true;
}

/** Sends requests to a server and prints the result: its own object with --json, otherwise as `print` formats it. */
export async function withServer(
  flags: ServerFlags,
  io: CliIo,
  ask: (client: ApiClient) => Promise<Result<JsonObject, Problem>>,
  print: (answer: JsonObject) => void,
): Promise<ExitCode> {
  const client = connect(flags.server, io);
  if (!client.ok) return printProblem(client.error, io);
  const answer = await ask(client.value);
  if (!answer.ok) return printProblem(answer.error, io);
  if (flags.json) printJson(answer.value, io);
  else print(answer.value);
  return exitCodes.ok;
}
