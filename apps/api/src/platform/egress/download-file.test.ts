import { lookup } from 'node:dns';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type DownloadRequest, downloadFile, RedirectError } from './download-file.js';
import type { publicLookup } from './public-address.js';
import { ResponseTooLargeError } from './send-request.js';

const stored = () => readdirSync(tmpdir()).filter((name) => name.startsWith('tamis-download-'));
const refused = { code: 'ECONNRESET' };

describe('a downloaded file', () => {
  let server: Server;
  let origin: string;
  const asked: { readonly path: string; readonly authorization?: string; readonly known?: string }[] = [];
  beforeAll(async () => {
    server = createServer(({ url: path = '', headers, socket }, response) => {
      asked.push({
        path,
        ...(headers.authorization !== undefined && { authorization: headers.authorization }),
        ...(headers['if-none-match'] !== undefined && { known: headers['if-none-match'] }),
      });
      const redirect = /^\/redirect\/(\d+)$/.exec(path)?.[1];
      if (redirect !== undefined)
        return void response
          .writeHead(302, { location: redirect === '0' ? '/list.csv' : `/redirect/${Number(redirect) - 1}` })
          .end();
      if (path === '/inside') return void response.writeHead(302, { location: 'http://10.0.0.1/list.csv' }).end();
      if (path === '/elsewhere')
        return void response
          .writeHead(302, { location: `${origin.replace('localhost', 'other.localhost')}/list.csv` })
          .end();
      if (path === '/nowhere') return void response.writeHead(302, { location: 'http://' }).end();
      if (path === '/gone') return void response.writeHead(410).end('gone');
      if (path === '/cut')
        return void response.writeHead(200, { 'content-length': '1000' }).write('half', () => socket.destroy());
      if (path === '/switched')
        return void socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n');
      if (path === '/slow') return void response.writeHead(200).write('begins');
      if (headers['if-none-match'] === '"v1"') return void response.writeHead(304).end();
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sat, 03 Oct 2026 10:00:00 GMT' });
      response.end('a,b\n'.repeat(100));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  beforeEach(() => void asked.splice(0));

  const loopback: typeof publicLookup = (_, options, done) => lookup('localhost', { ...options, family: 4 }, done);
  const download = (path: string, more: Partial<DownloadRequest> = {}) =>
    downloadFile({ url: origin + path, maxBytes: 1_000, timeoutMs: 5_000, ...more }, loopback, ({ hostname }) =>
      hostname.endsWith('localhost'),
    );

  it('is stored in a file of its own, with the cache validators from its sender', async () => {
    const file = await download('/list.csv');
    if (file.kind !== 'file') throw new Error(file.kind);
    expect(readFileSync(file.path, 'utf8')).toBe('a,b\n'.repeat(100));
    expect(file).toMatchObject({ bytes: 400, marks: { etag: '"v1"', lastModified: 'Sat, 03 Oct 2026 10:00:00 GMT' } });
    await file.remove();
    expect(existsSync(file.path)).toBe(false);
  });

  it('is not downloaded again while it is unchanged', async () => {
    expect(await download('/list.csv', { marks: { etag: '"v1"' } })).toEqual({ kind: 'unchanged' });
    expect(asked).toEqual([{ path: '/list.csv', known: '"v1"' }]);
    expect(await download('/gone')).toEqual({ kind: 'refused', status: 410 });
  });

  it('follows up to three redirects and sends no token to another host', async () => {
    const token = { headers: { authorization: 'Token t' } };
    const file = await download('/redirect/2', token);
    if (file.kind === 'file') await file.remove();
    expect(asked.map(({ path, authorization }) => `${path} ${authorization}`)).toEqual([
      '/redirect/2 Token t',
      '/redirect/1 Token t',
      '/redirect/0 Token t',
      '/list.csv Token t',
    ]);
    await expect(download('/redirect/3', token)).rejects.toThrow(RedirectError);
    asked.splice(0);
    const other = await download('/elsewhere', token);
    if (other.kind === 'file') await other.remove();
    expect(asked).toEqual([{ path: '/elsewhere', authorization: 'Token t' }, { path: '/list.csv' }]);
  });

  it('follows no redirect to an internal or unknown address', async () => {
    await expect(download('/inside')).rejects.toThrow(RedirectError);
    await expect(download('/nowhere')).rejects.toThrow(RedirectError);
  });

  it('leaves nothing behind when it is too large, too slow or cut off', async () => {
    const before = stored();
    await expect(download('/list.csv', { maxBytes: 399 })).rejects.toThrow(ResponseTooLargeError);
    await expect(download('/slow', { timeoutMs: 100 })).rejects.toThrow();
    await expect(download('/cut')).rejects.toMatchObject(refused);
    await expect(download('/switched')).rejects.toThrow();
    expect(stored()).toEqual(before);
  });

  it('removes files left more than a day ago by a killed process', async () => {
    const leave = (hours: number): string => {
      const folder = mkdtempSync(join(tmpdir(), 'tamis-download-'));
      writeFileSync(join(folder, 'file'), 'a');
      const then = Date.now() / 1_000 - hours * 3_600;
      utimesSync(folder, then, then);
      return folder;
    };
    const [old, young] = [leave(25), leave(23)];
    const file = await download('/list.csv');
    if (file.kind === 'file') await file.remove();
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    rmSync(young, { recursive: true });
  });
});
