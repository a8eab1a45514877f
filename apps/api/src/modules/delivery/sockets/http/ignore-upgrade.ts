import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const isUpgradeHeader = (name: string): boolean =>
  ['upgrade', 'http2-settings', 'connection'].includes(name.toLowerCase());

/**
 * Has a request answered that asks for another protocol than ours, as if it did not: with a listener for upgrades, Node.js gives us
 * every such request, also those of clients that ask for HTTP/2 in passing (`Upgrade: h2c`). `rest`: what came after its head.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!isUpgradeHeader(rawHeaders[at]!)) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]));
  server.emit('connection', socket);
}
