import { createServer, type AddressInfo } from 'node:net';

/** Returns `preferred` if nothing listens on it, otherwise a free port chosen by the system. */
export async function freePort(preferred: number | undefined): Promise<number> {
  // A listener on all addresses does not block 127.0.0.1 on every system, so both are checked.
  if (preferred && (await listenOnce(preferred, '127.0.0.1')) && (await listenOnce(preferred, '0.0.0.0'))) {
    return preferred;
  }
  const port = await listenOnce(0, '127.0.0.1');
  if (port === undefined) throw new Error('no free TCP port on 127.0.0.1');
  return port;
}

function listenOnce(port: number, host: string): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(undefined);
    });
    server.listen({ port, host, exclusive: true }, () => {
      const bound = (server.address() as AddressInfo).port;
      server.close(() => {
        resolve(bound);
      });
    });
  });
}
