import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A receiver of webhooks that counts deliveries: a delivery that arrives twice counts once. */
export interface CountingReceiver {
  readonly url: string;
  readonly different: number;
  /** Resolves when that many have arrived. */
  hasDifferent(count: number): Promise<void>;
  forget(): void;
  close(): void;
}

export async function openReceiver(): Promise<CountingReceiver> {
  const seen = new Set<string>();
  let told: { readonly count: number; readonly resolve: () => void } | null = null;
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      seen.add(`${request.url} ${String(request.headers['webhook-id'])}`);
      response.writeHead(204).end();
      if (told && seen.size >= told.count) told.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get different() {
      return seen.size;
    },
    hasDifferent: (count) =>
      seen.size >= count ? Promise.resolve() : new Promise((resolve) => (told = { count, resolve })),
    forget: () => seen.clear(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
