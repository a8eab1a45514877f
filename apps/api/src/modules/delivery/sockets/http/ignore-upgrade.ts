import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';

const isUpgradeHeader = (name: string): boolean =>
  ['upgrade', 'http2-settings', 'connection'].includes(name.toLowerCase());

/**
 * Handles a request for a different protocol as if it requested none. With a listener for upgrades, Node.js passes on every such request,
 * including those of clients that offer HTTP/2 (`Upgrade: h2c`). `rest` is the data after the request head.
 */
export function ignoreUpgrade(server: Server, request: IncomingMessage, socket: Duplex, rest: Buffer): void {
  const { method, url, httpVersion, rawHeaders } = request;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2)
    if (!isUpgradeHeader(rawHeaders[at]!)) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), rest]));
  server.emit('connection', socket);
}
