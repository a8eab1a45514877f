import { gzipSync } from 'node:zlib';

import { type FeedResponse, useFeed } from '../../../../test/support/use-feed.js';
import { useSyncedLists } from '../../../../test/support/use-synced-lists.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { FetchListFile } from './use-cases/fetch-list-file.js';
import { SyncLists } from './use-cases/sync-lists.js';

const packed = (text: string): Buffer => gzipSync(text);
const withOtherByte = (bytes: Buffer, at: number): Buffer => {
  bytes[bytes.length + at]! ^= 1;
  return bytes;
};

describe('list sync files', () => {
  const { asked, itemsOf, valuesOf, host, respondWith, say, synced, syncNow, syncsOf } = useSyncedLists();

  const netset = '# a feed ; of blocks\n; more\n10.0.0.0/8 ; SBL1\n\n192.0.2.7 # why\nno address\n';
  it.each<[string, string, object, string | Buffer, string[], number]>([
    ['text with comments', '/drop.netset', {}, netset, ['10.0.0.0/8', '192.0.2.7'], 1],
    ['CSV behind comments', '/f', {}, '# by us\nip;seen\n192.0.2.1;2026-01-01\n', ['192.0.2.1'], 0],
    ['CSV with tabs', '/list.tsv', {}, 'seen\tprimary_value\n1\t192.0.2.1\n', ['192.0.2.1'], 0],
    ['an array of JSON', '/f', {}, '[{"ip":"192.0.2.1"},"192.0.2.2",7]', ['192.0.2.1', '192.0.2.2'], 1],
    ['an object of JSON', '/f?x', { itemsMember: 'data' }, '{"n":1,"data":[{"ip":"192.0.2.1"}]}', ['192.0.2.1'], 0],
    ['JSON lines', '/f', {}, '{"ip":"192.0.2.1"}\n{"ip":"192.0.2.2"}\nx\n', ['192.0.2.1', '192.0.2.2'], 1],
    ['a packed file', '/f.csv.gz', {}, gzipSync('ip,seen\n192.0.2.1,1\n'), ['192.0.2.1'], 0],
    [
      'a packed file of several parts',
      '/f',
      {},
      Buffer.concat(['192.0.2.1\n', '192.0.2.2\n'].map(packed)),
      ['192.0.2.1', '192.0.2.2'],
      0,
    ],
    ['a packed file that is called something else', '/f.json', {}, gzipSync('["192.0.2.1"]'), ['192.0.2.1'], 0],
    ['a file packed twice', '/f.txt.gz', {}, gzipSync(gzipSync('192.0.2.1\n')), ['192.0.2.1'], 0],
    ['a format that is said', '/f.json', { format: 'text' }, '\uFEFF192.0.2.1\r\n192.0.2.1\r\n', ['192.0.2.1'], 0],
  ])('reads %s', async (_, path, config, file, values, errors) => {
    say(file);
    const more = { type: 'ip_blocklist', fieldMappings: { ip: 'primaryValue' } };
    const id = await synced({ externalUrl: `${host()}${path}`, ...config }, more);
    const [, done] = await syncsOf(id);
    expect([done.problem, await valuesOf(id), done.result?.errors]).toEqual([null, values, errors]);
    if (errors > 0) expect(done.result.errorDetails[0]).toMatchObject({ row: expect.any(Number), message: /./ });
  });

  it.each<[string, string, string | Buffer, string[], string | null]>([
    [
      'numbers of JSON',
      '/f.json',
      '[{"ip":12345678901234567890},{"ip":9007199254740993},{"ip":12}]',
      ['12', '12345678901234567890', '9007199254740993'],
      null,
    ],
    [
      'numbers that cannot be kept',
      '/f.jsonl',
      '{"ip":"a","itemData":{"n":12345678901234567890}}\n{"ip":"b"}\n',
      ['b'],
      'send it as text',
    ],
    ['NUL in JSON', '/f.json', '["a\\u0000","b"]', ['b'], 'U+0000'],
    ['half a pair', '/f.json', '[{"ip":"a","reason":"\\ud800"},"b"]', ['b'], 'surrogate'],
    ['NUL in CSV', '/f.csv', `ip\n${'#\n'.repeat(40_000)}a\0\nb\n`, ['b'], 'U+0000'],
    ['NUL in text', '/f.txt', `${'#\n'.repeat(40_000)}a\0\nb\n`, ['b'], 'U+0000'],
  ])('keeps values as spelled and rejects rows that cannot be stored: %s', async (_, path, file, values, told) => {
    say(file);
    const id = await synced({ externalUrl: `${host()}${path}` }, { fieldMappings: { ip: 'primaryValue' } });
    const [, done] = await syncsOf(id);
    expect([done.problem, (await valuesOf(id)).toSorted()]).toEqual([null, values]);
    expect(done.result.errorDetails).toEqual(
      told === null ? [] : [expect.objectContaining({ message: expect.stringContaining(told) })],
    );
  });

  it('requests gzip files, also after a redirect, and sends their ETag on the next sync', async () => {
    const file = gzipSync('primaryValue\nx\n');
    respondWith((response, { path, headers }) => {
      if (path === '/list.csv') response.writeHead(302, { location: '/other.csv' }).end();
      else if (headers['if-none-match'] === 'W/"g"') response.writeHead(304).end();
      else response.writeHead(200, { 'content-encoding': 'GZIP', etag: 'W/"g"' }).end(file);
    });
    const id = await synced();
    expect(asked.map(({ headers }) => headers['accept-encoding'])).toEqual(['gzip', 'gzip']);
    expect(await valuesOf(id)).toEqual(['x']);
    expect((await syncNow(id)).result).toMatchObject({ notModified: true });
  });

  it('reads every field of an item, whatever the file calls it', async () => {
    const head = 'value,also,Severity,is_active,EXPIRES AT,score,city,__proto__,constructor';
    say(
      `${head}\nv1,"one|two;three",HIGH,no,2030-01-31,12.5,Lima,x,y\nv2,,odd,,,,,,\nv3,,,,tomorrow,,,,\n,,,,,,only,,\n`,
    );
    const fieldMappings = { value: 'primaryValue', also: 'searchKeys', score: 'riskScore', city: 'metadata.city' };
    const id = await synced({}, { fieldMappings });
    const [item] = await itemsOf(id);
    expect(item).toMatchObject({
      ...{
        primaryValue: 'v1',
        searchKeys: ['one', 'two', 'three'],
        severity: 'high',
        isActive: false,
        riskScore: 12.5,
      },
      ...{ expiresAt: '2030-01-31T00:00:00.000Z', metadata: { city: 'Lima' } },
    });
    expect(JSON.stringify(item!.itemData)).toBe('{"__proto__":"x","constructor":"y"}');
    const [, done] = await syncsOf(id);
    expect(done.result).toMatchObject({
      ...{ created: 1, errors: 3 },
      errorDetails: [
        { row: 3, field: 'severity', message: expect.stringContaining('must be one of') },
        { row: 4, field: 'expiresAt', message: expect.stringContaining('ISO 8601') },
        { row: 5, field: 'value', message: 'is required' },
      ],
    });
  });

  it.each<[string, FeedResponse, RegExp]>([
    ['is not there', (response) => void response.writeHead(404).end('x'), /status 404/],
    [
      'a web page',
      (response) => void response.writeHead(200).end(' <!doctype html><p>Sign in</p>'),
      /is a web page or XML, not CSV, JSON or text/,
    ],
    [
      'is packed as ZIP',
      (response) => void response.writeHead(200).end(Buffer.from('PK\u0003\u0004\0\0')),
      /compressed with gzip/,
    ],
    [
      'is packed and broke off before',
      (response) => void response.writeHead(200).end(gzipSync('primaryValue\na\nb\n').subarray(0, -4)),
      /cannot be uncompressed: unexpected end of file/,
    ],
    [
      'is packed and was changed on its way',
      (response) => void response.writeHead(200).end(withOtherByte(gzipSync('primaryValue\na\nb\n'), -6)),
      /cannot be uncompressed: incorrect data check/,
    ],
    [
      'is small and large once unpacked',
      (response) => void response.writeHead(200).end(gzipSync(Buffer.alloc(52_428_801, 'a\n'))),
      /exceeds 50 MB when uncompressed/,
    ],
    [
      'is packed repeat',
      (response) => void response.writeHead(200).end(gzipSync(gzipSync(gzipSync('a\n')))),
      /more than 2 times/,
    ],
    [
      'is packed as nobody asked for',
      (response) => void response.writeHead(200, { 'content-encoding': 'br' }).end('a\nb\n'),
      /Content-Encoding: br/,
    ],
    ['is empty', (response) => void response.writeHead(200).end('primaryValue\n'), /has no items/],
    [
      'has no item',
      (response) => void response.writeHead(200).end('a,b\n1,2\n'),
      /no row is a valid item; row 2: primaryValue/,
    ],
    [
      'is text of another encoding',
      (response) => void response.writeHead(200).end(Buffer.from('M\u00fcller\n', 'latin1')),
      /not UTF-8/,
    ],
    ['is no CSV', (response) => void response.writeHead(200).end('a,b\n"1,2\n'), /cannot be read: not CSV/],
    [
      'breaks off',
      (response) => void response.writeHead(200, { 'content-length': 9 }).write('x', () => response.destroy()),
      /the connection failed or was closed early/,
    ],
    [
      'redirects inside',
      (response) => void response.writeHead(302, { location: 'http://127.0.0.1/x' }).end(),
      /not a public internet address/,
    ],
    [
      'redirects for ever',
      (response) => void response.writeHead(302, { location: '/again' }).end(),
      /not a public internet address/,
    ],
    [
      'is too large',
      (response) => void response.writeHead(200).end(Buffer.alloc(52_428_801, 'a\n')),
      /more than 50 MB/,
    ],
    [
      'has too many items',
      (response) => void response.writeHead(200).end(`a,b\n${'1,2\n'.repeat(100_001)}`),
      /more than 100000 items/,
    ],
  ])('leaves the list unchanged when the file %s, and the sync reports the reason', async (_, answer, problem) => {
    say('primaryValue\nkept\n');
    const id = await synced();
    respondWith(answer);
    const failed = await syncNow(id);
    expect([failed.status, failed.result]).toEqual(['failed', null]);
    expect(failed.problem).toMatch(problem);
    expect(await valuesOf(id)).toEqual(['kept']);
    const [waiting] = await syncsOf(id);
    expect(waiting).toMatchObject({ status: 'queued', failures: 1, requestedBy: null });
    expect(Date.parse(waiting.dueAt) - Date.parse(failed.finishedAt)).toBe(60_000);
  });
});

describe('a server that stops while waiting for a file', () => {
  const api = useOwnTestApi();
  const { origin, respondWith } = useFeed();

  it('leaves the sync to the next server without counting a failure', async () => {
    const wasAsked = new Promise<void>((resolve) => respondWith(() => resolve()));
    const config = { autoSync: true, externalUrl: `${origin()}/list.csv` };
    const { body } = await api().call('/data-lists', {
      body: { name: 'Slow', type: 'custom', source: 'sync', config },
    });
    const work = api().app.get(SyncLists).syncDue();
    await wasAsked;
    api().app.get(FetchListFile).beforeApplicationShutdown();
    await work;
    const { data } = (await api().call(`/data-lists/${body.data.id}/syncs`)).body;
    expect(data).toMatchObject([{ status: 'queued', failures: 0, problem: null, finishedAt: null }]);
  });
});
