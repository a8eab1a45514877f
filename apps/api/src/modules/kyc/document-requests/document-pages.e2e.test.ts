import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { specimenImage } from '../../../../test/support/specimens.js';
import { specimenPdf, useDocumentRequests } from '../../../../test/support/use-document-requests.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { CheckBlobs, RemoveBlobs } from '../blobs/index.js';
import { linkLimits } from '../links/index.js';
import { requestLimits } from './domain/request-limits.js';
import { LookAfterRequests } from './use-cases/look-after-requests.js';

const folder = mkdtempSync(join(tmpdir(), 'documents-'));

describe('document request page', () => {
  const api = useOwnTestApi({ BLOBS: `folder:${folder}` });
  const { newCompany, requested, read, post, visit } = useDocumentRequests(api);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const opened = async (more: object = {}, key?: string) => {
    const entityId = await newCompany({}, key);
    const made = await requested(entityId, more, key);
    return { ...made, entityId, page: visit(made.url), statute: made.documents[0]!.id };
  };
  const blobs = async (): Promise<readonly string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  };
  const allRemoved = () =>
    waitUntil(async () => {
      await api().app.get(RemoveBlobs).remove();
      return (await blobs()).length === 0;
    });

  it('accepts only PDF, JPEG and PNG, detected by content', async () => {
    const { page, statute } = await opened();
    const webp = Buffer.from('524946461a000000574542505650384c0d0000002f00000010071011118888fe0700', 'hex');
    const refused = [
      await page.send(statute, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.png', 'image/png'),
      await page.send(statute, Buffer.from('MZ executable'), 'a.pdf'),
      await page.send(statute, Buffer.from('%PDF-1.7 and no end')),
      await page.send(statute, Buffer.from('%PDF-evil %%EOF')),
      await page.send(statute, Buffer.alloc(0)),
      await page.send(statute, webp, 'a.png', 'image/png'),
      await page.send(statute, specimenImage(1, { width: 60_000, height: 60_000 }), 'a.png', 'image/png'),
      await page.send(statute, specimenPdf(1), 'a.html', 'text/html'),
      await page.send(statute, specimenPdf(1), 'a.webp', 'image/webp'),
      await page.send(statute, Buffer.alloc(10_485_761)),
      await page.send('0190a0f0-0000-7000-8000-000000000001', specimenPdf(1)),
      await page.send('none', specimenPdf(1)),
      await page.send(statute, specimenPdf(1), 'x'.repeat(256)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([
      400, 400, 400, 400, 400, 400, 400, 415, 415, 413, 404, 404, 400,
    ]);
    expect((await page.ask('state')).body.files).toEqual([]);
    await waitUntil(async () => (await blobs()).length === 0);
    // The type is determined by the bytes, not by the name or the declared type.
    const taken = await page.send(statute, specimenImage(2), 'statute.pdf', 'application/pdf');
    expect(taken.body.files).toMatchObject([{ name: 'statute.pdf', contentType: 'image/png' }]);
    const largest = Buffer.concat([
      specimenPdf(3),
      Buffer.alloc(10_485_760 - specimenPdf(3).length - 6),
      Buffer.from('%%EOF\n'),
    ]);
    expect([largest.length, (await page.send(statute, largest, '')).body.files[1].name]).toEqual([
      10_485_760,
      'document',
    ]);
  });

  it('limits the current and total number of files, also for concurrent uploads', async () => {
    const { page, statute, id } = await opened();
    const many = await Promise.all(Array.from({ length: 24 }, (_, n) => page.send(statute, specimenPdf(n))));
    const taken = many.filter(({ status }) => status === 200);
    expect(taken).toHaveLength(requestLimits.files);
    expect(many.filter(({ status }) => status !== 200).map(({ body }) => body.error.code)).toEqual(
      Array(4).fill('TOO_MANY_FILES'),
    );
    const { files } = await read(id);
    await page.ask(`files/${files[0]!.id}`, { method: 'DELETE' });
    expect((await page.send(statute, specimenPdf('new'))).status).toBe(200);
    await api().pool.query('update document_requests set files_sent = $2 where id = $1', [id, requestLimits.filesSent]);
    await page.ask(`files/${files[1]!.id}`, { method: 'DELETE' });
    expect((await page.send(statute, specimenPdf('more'))).body.error.code).toBe('TOO_MANY_FILES');
  });

  it('stores the same file once when it is uploaded twice at once', async () => {
    const { page, statute, id } = await opened();
    const both = await Promise.all([1, 2, 3].map(() => page.send(statute, specimenPdf('same'))));
    expect(both.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await read(id)).files).toHaveLength(1);
  });

  it('is submitted once by concurrent submissions, and accepts nothing afterwards', async () => {
    const { page, statute, id } = await opened();
    await page.send(statute, specimenPdf(1));
    const all = await Promise.all([page.submit(), page.submit(), page.send(statute, specimenPdf(2)), page.submit()]);
    expect(all.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(all.filter(({ body }) => body.status === 'submitted').length).toBeGreaterThan(0);
    const { events } = (await api().call(`/audit/events?resourceId=${id}`)).body;
    expect(events.filter(({ event }: { event: string }) => event === 'document_request_submitted')).toHaveLength(1);
  });

  it('requires at least one file when no document is required', async () => {
    const { page, statute } = await opened({ documents: [{ label: 'Anything', required: false }] });
    expect((await page.submit()).body.error.details).toEqual({ documents: 'no file was sent' });
    await page.send(statute, specimenPdf(1));
    expect((await page.submit()).status).toBe(200);
  });

  it('opens only with its link, and rate limits guesses and frequent requests', async () => {
    const { page, statute } = await opened();
    const other = await opened();
    await page.send(statute, specimenPdf(1));
    const [named, secret] = page.path.split('/').at(-1)!.split('.') as [string, string];
    const foreign = Buffer.from(api().stranger.organizationId.replaceAll('-', ''), 'hex').toString('base64url');
    const tokens = [
      `${foreign}.${secret}`,
      `${named}.${secret.slice(0, -2)}xx`,
      `${named}.${'A'.repeat(43)}`,
      secret,
      'x',
    ];
    const answers = await Promise.all(
      tokens.map((token) => api().call(`/kyc/documents/${token}/state`, { key: null })),
    );
    expect(answers.map(({ status, body }) => [status, body.error.message])).toEqual(
      tokens.map(() => [404, 'Session not found']),
    );
    // A link of one kind is not valid for the other, nor a file of one request for another.
    expect((await api().call(`/kyc/session/${named}.${secret}/state`, { key: null })).status).toBe(404);
    const { files } = (await page.ask('state')).body;
    expect((await other.page.ask(`files/${files[0]!.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await other.page.send(statute, specimenPdf(1))).status).toBe(404);
    for (let n = 0; n < linkLimits.requests; n += 1) await page.ask('state');
    const last = await page.ask('state');
    expect([last.status, last.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });

  it('expires on time even before the expiry job has run', async () => {
    const { page, statute, id } = await opened();
    await page.send(statute, specimenPdf(1));
    await api().pool.query(`update document_requests set expires_at = now() - interval '1 second' where id = $1`, [id]);
    const late = [await page.ask('state'), await page.send(statute, specimenPdf(2)), await page.submit()];
    expect(late.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await post(id, 'resend')).status).toBe(409);
  });

  it('encrypts uploaded files, and removes them after the retention period', async () => {
    await api().pool.query(`update document_files set removed_at = now()`);
    await allRemoved();
    const { page, statute, id } = await opened();
    await page.send(statute, specimenPdf('a secret text'));
    const [name] = await blobs();
    const stored = await readFile(join(folder, api().production.organizationId, name!));
    expect([stored.includes('a secret text'), stored.includes('%PDF')]).toEqual([false, false]);
    // The check for blobs without a row knows these blobs.
    const later = new Date(Date.now() + 2 * 3_600_000);
    expect(await api().app.get(CheckBlobs).check(later)).toEqual({ orphans: 0, missing: 0 });
    await page.submit();
    await post(id, 'discard', { reason: 'of another company' });
    const until = `update document_requests set files_until = now() where id = $1 and files_until > now() + interval '89 days'`;
    expect((await api().pool.query(until, [id])).rowCount).toBe(1);
    await waitUntil(async () => {
      await api().app.get(LookAfterRequests).removeOldFiles();
      return (await read(id)).files.length === 0;
    });
    await allRemoved();
  });

  it('leaves no data of a deleted entity or of a reset sandbox', async () => {
    const { page, statute, entityId } = await opened();
    await page.send(statute, specimenPdf('wyrmfjord'), 'wyrmfjord.pdf');
    await api().call(`/entities/${entityId}`, { method: 'DELETE' });
    await allRemoved();
    const left = await api().pool.query(`select from document_files where entity_id = $1`, [entityId]);
    expect(left.rows).toEqual([]);
    const { key, organizationId } = api().sandbox;
    const tried = await opened({}, key);
    await tried.page.send(tried.statute, specimenPdf('sandbox'));
    expect((await api().call(`/organizations/${organizationId}/reset`, { key, body: {} })).status).toBe(200);
    expect((await tried.page.ask('state')).status).toBe(404);
    await api()
      .app.get(CheckBlobs)
      .check(new Date(Date.now() + 2 * 3_600_000));
    expect(await blobs()).toEqual([]);
  });
});
