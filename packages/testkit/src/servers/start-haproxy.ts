import { readFileSync } from 'node:fs';

import { freePort } from './free-port.js';
import { startProgram, type SystemServer } from './system-program.js';

export interface Balancer extends SystemServer {
  readonly url: string;
}

/** Starts HAProxy with a configuration file, in front of servers on ports of this machine. */
export async function startHaproxy(configuration: string | URL, serverPorts: readonly number[]): Promise<Balancer> {
  const port = await freePort();
  const servers = serverPorts.map((each, place) => [`TAMIS_SERVER_${place + 1}`, `127.0.0.1:${each}`] as const);
  const server = await startProgram({
    name: 'haproxy',
    port,
    argumentsOf: () => ['-db', '-f', 'haproxy.cfg'],
    files: { 'haproxy.cfg': readFileSync(configuration, 'utf8') },
    environment: { ...Object.fromEntries(servers), TAMIS_LISTEN: `127.0.0.1:${port}` },
  });
  return { ...server, url: `http://127.0.0.1:${port}` };
}
