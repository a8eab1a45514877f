import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printJson } from '../output/print-json.js';
import { failureProblem, printProblem, usageProblem } from '../problem.js';
import { ApiClient } from '../server/api-client.js';
import { serverAddress } from '../server/connect.js';
import { credentialsFile, storeKey } from '../server/credentials.js';

export interface LoginFlags {
  readonly server: string;
  readonly json?: true;
}

interface TestedKey {
  readonly name: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
}

const maxKeyBytes = 4_096;

/** Checks whether a server accepts a key, and stores it. */
export async function login({ server, json }: LoginFlags, io: CliIo): Promise<ExitCode> {
  const address = serverAddress(server);
  if (address === null)
    return printProblem(usageProblem(`\`${server}\` is not the address of a server: https://…`), io);
  const given = io.env['TAMIS_API_KEY'];
  if (given === undefined && io.isStdinTty) io.err('paste the API key, then Enter and Ctrl+D:\n');
  const key = (given ?? (await io.readStdin(maxKeyBytes)).toString('utf8')).trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    return printProblem(usageProblem('no key: it is read from TAMIS_API_KEY, or else from standard input'), io);
  const tested = await new ApiClient(address, key, io.abortSignal).request('/auth/test');
  if (!tested.ok) return printProblem(tested.error, io);
  try {
    storeKey(address, key, io);
  } catch (error) {
    return printProblem(failureProblem((error as Error).message), io);
  }
  const { name, organizationId, scopes } = tested.value['apiKey'] as TestedKey;
  if (json) printJson({ server: address, name, organizationId, scopes }, io);
  else {
    io.out(`${address}: key \`${name}\` of organization ${organizationId}, ${scopes.length} permissions\n`);
    io.out(`kept in ${credentialsFile(io)}\n`);
  }
  return exitCodes.ok;
}
