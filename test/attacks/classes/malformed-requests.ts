import { connect } from 'node:net';

import type { Attack } from '../attack.js';
import type { World } from '../world.js';

/** Requests that a proxy and a server might parse differently, byte by byte; `KEY` is a valid key, `HOST` the server. */
const requests: Readonly<Record<string, readonly string[]>> = {
  'a length and chunks': ['POST /entities HTTP/1.1', 'Host: HOST', 'Content-Length: 4', 'Transfer-Encoding: chunked', '', '0\r\n\r\nGET /auth/test HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer KEY\r\n\r\n'],
  'two lengths': ['POST /entities HTTP/1.1', 'Host: HOST', 'Content-Length: 0', 'Content-Length: 5', '', 'GET /auth/test HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer KEY\r\n\r\n'],
  'a length that is none': ['POST /entities HTTP/1.1', 'Host: HOST', 'Content-Length: +5', '', 'aaaaaGET /auth/test HTTP/1.1\r\nHost: HOST\r\nAuthorization: Bearer KEY\r\n\r\n'],
  'a negative length': ['POST /entities HTTP/1.1', 'Host: HOST', 'Content-Length: -1', '', ''],
  'chunks by another name': ['POST /entities HTTP/1.1', 'Host: HOST', 'Transfer-Encoding: xchunked', '', '0\r\n\r\n'],
  'chunks with a space': ['POST /entities HTTP/1.1', 'Host: HOST', 'Transfer-Encoding : chunked', '', '0\r\n\r\n'],
  'a folded header': ['GET /auth/test HTTP/1.1', 'Host: HOST', 'X-A: a', ' Authorization: Bearer KEY', '', ''],
  'a header of two lines': ['GET /auth/test HTTP/1.1', 'Host: HOST', 'X-A: a\rAuthorization: Bearer KEY', '', ''],
  'a NUL in a header': ['GET /auth/test HTTP/1.1', 'Host: HOST', 'Authorization: Bearer \u0000KEY', '', ''],
  'a header without a name': ['GET /auth/test HTTP/1.1', 'Host: HOST', ': Bearer KEY', '', ''],
  'no host': ['GET /auth/test HTTP/1.1', 'Authorization: Bearer KEY', '', ''],
  'two hosts': ['GET /auth/test HTTP/1.1', 'Host: HOST', 'Host: evil.example', '', ''],
  'an unknown version': ['GET /auth/test HTTP/9.9', 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
  'no version': ['GET /auth/test', '', ''],
  'an unknown method': ['STEAL /auth/test HTTP/1.1', 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
  'TRACE': ['TRACE / HTTP/1.1', 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
  'CONNECT': ['CONNECT 127.0.0.1:22 HTTP/1.1', 'Host: HOST', '', ''],
  'another host in its path': ['GET http://169.254.169.254/latest/meta-data/ HTTP/1.1', 'Host: HOST', '', ''],
  'a path that leaves the root': ['GET /../../../../etc/passwd HTTP/1.1', 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
  'a path in twice escaped letters': ['GET /%252e%252e/%252e%252e/etc/passwd HTTP/1.1', 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
  'a path with a bad escape': ['GET /entities/%zz HTTP/1.1', 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
  'a public path before a private one': ['GET /errors/../api-keys HTTP/1.1', 'Host: HOST', '', ''],
  'a public path with a parameter': ['GET /health/live;/../../api-keys HTTP/1.1', 'Host: HOST', '', ''],
  'a private path in capitals': ['GET /API-KEYS HTTP/1.1', 'Host: HOST', '', ''],
  'a private path with two slashes': ['GET //api-keys HTTP/1.1', 'Host: HOST', '', ''],
  'a private path that ends in a slash': ['GET /api-keys/ HTTP/1.1', 'Host: HOST', '', ''],
  'headers of 100,000 letters': ['GET /auth/test HTTP/1.1', 'Host: HOST', `X-A: ${'a'.repeat(100_000)}`, 'Authorization: Bearer KEY', '', ''],
  'three thousand headers': ['GET /auth/test HTTP/1.1', 'Host: HOST', ...Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`), 'Authorization: Bearer KEY', '', ''],
  'a path of 100,000 letters': [`GET /entities/${'a'.repeat(100_000)} HTTP/1.1`, 'Host: HOST', 'Authorization: Bearer KEY', '', ''],
}; // prettier-ignore

/** Returns the attacks. None may get a successful response, neither for the visible request nor for the hidden one. */
export const malformedRequests = ({ api }: World): readonly Attack[] =>
  Object.entries(requests).map(([what, lines]) => ({
    what,
    got: async () => {
      const { host } = new URL(api.url);
      const text = await exchange(
        api.url,
        lines.join('\r\n').replaceAll('HOST', host).replaceAll('KEY', api.production.key),
      );
      const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status));
      return statuses.every((status) => status >= 400 && status < 500) ? null : `${statuses.join()} ${text}`;
    },
  }));

/** Returns everything that the server sends in response to these bytes until it stops. */
function exchange(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const end = (): void => {
      socket.destroy();
      resolve(text);
    };
    socket.setTimeout(300, end);
    socket.on('data', (part) => (text += part.toString('latin1')));
    socket.on('error', end).on('close', end);
    socket.write(bytes, 'latin1');
  });
}
