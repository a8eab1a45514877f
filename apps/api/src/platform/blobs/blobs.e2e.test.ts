import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import S3rver from 's3rver';

import { startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { Egress } from '../egress/index.js';
import { type BlobKey, Blobs, BlobStore, type StoredBlob } from './index.js';
import { S3Blobs } from './s3-blobs.js';

interface Place {
  readonly settings: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const temporary = (): Promise<string> => mkdtemp(join(tmpdir(), 'blobs-'));

/** The only key that this S3 test server accepts. */
const s3Key = { BLOBS_ACCESS_KEY: 'S3RVER', BLOBS_SECRET_KEY: 'S3RVER' };

const places: Readonly<Record<string, () => Promise<Place>>> = {
  'a folder': async () => {
    const folder = await temporary();
    return { settings: { BLOBS: `folder:${folder}` }, close: () => rm(folder, { recursive: true }) };
  },
  'an object storage': async () => {
    const directory = await temporary();
    const server = new S3rver({
      port: 0,
      silent: true,
      directory,
      configureBuckets: [{ name: 'images', configs: [] }],
    });
    const { port } = await server.run();
    const close = async (): Promise<void> => {
      await server.close();
      await rm(directory, { recursive: true });
    };
    return { settings: { BLOBS: `s3:http://127.0.0.1:${port}/images/of/people`, ...s3Key }, close };
  },
};

describe.each(Object.keys(places))('blobs in %s', (name) => {
  let place: Place;
  let api: TestApi;
  beforeAll(async () => {
    place = await places[name]!();
    api = await startOwnTestApi(undefined, place.settings);
  });
  afterAll(async () => {
    await api?.stop();
    await place?.close();
  });

  const blobs = (): Blobs => api.app.get(Blobs);
  const store = (): BlobStore => api.app.get(BlobStore);
  const newKey = (organizationId = api.production.organizationId): BlobKey => ({ organizationId, id: randomUUID() });
  const listed = async (): Promise<readonly StoredBlob[]> => {
    const found: StoredBlob[] = [];
    for await (const each of blobs().list()) found.push(each);
    return found;
  };

  it('are read as stored, and are gone after removal, which may be repeated', async () => {
    const [key, large] = [newKey(), newKey()];
    const bytes = Buffer.from(Array.from({ length: 300 }, (_, n) => n % 256));
    await blobs().put(key, Buffer.from('before'));
    await blobs().put(key, bytes);
    await blobs().put(large, Buffer.alloc(10 * 2 ** 20, 'x'));
    expect(await blobs().get(key)).toEqual(bytes);
    expect((await blobs().get(large))!.length).toBe(10 * 2 ** 20);
    expect((await listed()).map((each) => each.key.id).sort()).toEqual([key.id, large.id].sort());
    for (const each of [key, large, key]) await blobs().remove(each);
    expect([await blobs().get(key), await listed()]).toEqual([null, []]);
  });

  it('reveal nothing of their content and cannot be opened elsewhere', async () => {
    const [key, other, foreign] = [newKey(), newKey(), newKey(api.stranger.organizationId)];
    await blobs().put(key, Buffer.from('a face of somebody'));
    const sealed = (await store().get(key))!;
    expect(sealed.toString('latin1')).not.toContain('somebody');
    for (const each of [other, foreign]) {
      await store().put(each, sealed);
      await expect(blobs().get(each)).rejects.toThrow(
        /does not belong where it stands|is not one of this organization/,
      );
    }
    for (const each of [key, other, foreign]) await blobs().remove(each);
  });

  it('are named only by ids', async () => {
    await expect(store().get({ organizationId: '..', id: randomUUID() })).rejects.toThrow(
      'a blob is identified by two ids',
    );
    await expect(store().put({ ...newKey(), id: '../../x' }, Buffer.from(''))).rejects.toThrow(
      'a blob is identified by two ids',
    );
  });
});

it('an object storage that is unavailable or rejects the key gives 503 without revealing a secret', async () => {
  const place = await places['an object storage']!();
  const api = await startOwnTestApi(undefined, { ...place.settings, BLOBS_ACCESS_KEY: 'another' });
  const key = { organizationId: api.production.organizationId, id: randomUUID() };
  try {
    await expect(api.app.get(Blobs).put(key, Buffer.from('x'))).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    const elsewhere = { method: 'GET', url: 'http://127.0.0.1:1/images/x' } as const;
    expect(await api.app.get(Egress).sendToStorage(elsewhere)).toEqual({ ok: false, error: 'not-allowed' });
    await place.close();
    await expect(api.app.get(Blobs).get(key)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  } finally {
    await api.stop();
  }
});

it('an object storage is listed page by page', async () => {
  const place = await places['an object storage']!();
  const api = await startOwnTestApi(undefined, place.settings);
  const bucket = { url: place.settings['BLOBS']!.slice(3), region: 'us-east-1', pageObjects: 3 };
  const paged = new S3Blobs({ ...bucket, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }, api.app.get(Egress));
  const { organizationId } = api.production;
  const ids = Array.from({ length: 8 }, () => randomUUID());
  for (const id of ids) await paged.put({ organizationId, id }, Buffer.from('x'));
  const found: string[] = [];
  for await (const { key } of paged.list()) found.push(key.id);
  expect(found.sort()).toEqual(ids.sort());
  await api.stop();
  await place.close();
});

it('an unfinished file is not a blob', async () => {
  const folder = await temporary();
  const api = await startOwnTestApi(undefined, { BLOBS: `folder:${folder}` });
  const key = { organizationId: api.production.organizationId, id: randomUUID() };
  await api.app.get(Blobs).put(key, Buffer.from('whole'));
  await api.stop();
  const files = await readdir(join(folder, key.organizationId));
  expect(files).toEqual([key.id]);
  expect((await readFile(join(folder, key.organizationId, key.id))).length).toBeGreaterThan(5);
  await rm(folder, { recursive: true });
});
