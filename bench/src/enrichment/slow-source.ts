import { createServer, type ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';

/** The source: it responds to each request after a number of milliseconds. It is a separate process, which reports its address. */
const delayMs = { value: 5 };
const home = new URL('../../../apps/api/test/support/receivers-at-home.mjs', import.meta.url).href;
const { receiverKey: key, receiverCertificate: cert } = (await import(home)) as Record<string, string>;
const body = '{"legalName":"Invented Ltd"}';

const server = createServer({ key, cert } as ServerOptions, (_, response) => {
  const answer = (): void => void response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  setTimeout(answer, delayMs.value);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `https://source.receiver.test:${(server.address() as AddressInfo).port}/` });
});
process.on('message', (milliseconds: number) => {
  delayMs.value = milliseconds;
  process.send?.('set');
});
process.on('disconnect', () => process.exit());
