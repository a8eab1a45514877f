import { failure, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { projectServer } from '../input/project-settings.js';
import { failureProblem, usageProblem, type Problem } from '../problem.js';
import { ApiClient } from './api-client.js';
import { readCredentials } from './credentials.js';

/** Returns an address without a slash at its end; `null` if it is invalid. */
export function serverAddress(text: string): string | null {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) return null;
  return text.replace(/\/+$/, '');
}

/** Returns the named server, otherwise that of the environment, of the project, or of the last login. */
function serverOf(named: string | undefined, io: CliIo, last: string | null): Result<string, Problem> {
  const found = named ?? io.env['TAMIS_SERVER'] ?? projectServer(io) ?? last;
  if (found === null)
    return failure(usageProblem('no server is configured: use `tamis login --server https://…`, or --server'));
  const address = serverAddress(found);
  return address === null
    ? failure(usageProblem(`\`${found}\` is not the address of a server: https://…`))
    : ok(address);
}

/** Creates a client with the key of the environment, otherwise with that of the login. */
export function connect(named: string | undefined, io: CliIo): Result<ApiClient, Problem> {
  try {
    const { current, keys } = readCredentials(io);
    const server = serverOf(named, io, current);
    if (!server.ok) return server;
    const key = io.env['TAMIS_API_KEY'] ?? keys[server.value];
    if (key === undefined || key === '')
      return failure(
        usageProblem(
          `there is no key for ${server.value}: use \`tamis login --server ${server.value}\`, or TAMIS_API_KEY`,
        ),
      );
    return ok(new ApiClient(server.value, key, io.abortSignal));
  } catch (error) {
    return failure(failureProblem((error as Error).message));
  }
}
