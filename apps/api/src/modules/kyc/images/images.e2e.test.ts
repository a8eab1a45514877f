import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { partSeed, wholeOrPart } from '@tamis/testkit';

import { type KillableServer, startKillable } from '../../../../test/support/killable-server.js';
import { passportLines, specimenImage } from '../../../../test/support/specimens.js';
import { startServer } from '../../../../test/support/start-server.js';
import { testSecrets } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { specimenPerson, useValidations } from '../../../../test/support/use-validations.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { Blobs } from '../../../platform/blobs/index.js';
import { LookAfterValidations } from '../validations/use-cases/look-after-validations.js';
import { CheckBlobs, RemoveBlobs } from '../blobs/index.js';

const folder = mkdtempSync(join(tmpdir(), 'images-'));
const kills = wholeOrPart(20, 3);
/** Returns a number between 0 and 1 that is always the same for one seed. */
const seeded = (n: number): number => Math.abs(Math.sin((n + 1) * 77.771 + partSeed) * 43758.5453) % 1;
const inTwoHours = (): Date => new Date(Date.now() + 2 * 3_600_000);

describe('validation images', () => {
  const api = useOwnTestApi({ BLOBS: `folder:${folder}` });
  const { newPerson, begin, read, visit } = useValidations(api);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns complete files: an unfinished one is not a blob, and is removed after an hour. */
  const files = async (): Promise<readonly string[]> => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.begun')).map(({ name }) => name);
  };
  const kept = async (): Promise<readonly string[]> => {
    const { rows } = await api().pool.query<{ id: string }>('select id from kyc_images where removed_at is null');
    return rows.map(({ id }) => id);
  };
  const started = async (): Promise<{ id: string; providerSessionUrl: string; entityId: string }> => {
    const entityId = await newPerson();
    return { ...(await begin(entityId)).body, entityId };
  };

  it('are encrypted, and removed after the retention period', async () => {
    const { id, providerSessionUrl } = await started();
    await visit(providerSessionUrl).show('front', 7);
    const own = (await kept())[0]!;
    const stored = await readFile(join(folder, api().production.organizationId, own));
    expect([stored.includes(specimenImage(7).subarray(30, 90)), stored.includes('PNG')]).toEqual([false, false]);
    await visit(providerSessionUrl).ask('cancel', { method: 'POST' });
    const until = `update kyc_validations set images_until = now() where id = $1 and images_until > now() + interval '89 days'`;
    expect((await api().pool.query(until, [id])).rowCount).toBe(1);
    await waitUntil(async () => {
      await api().app.get(LookAfterValidations).removeOldImages();
      return (await kept()).length === 0;
    });
    await waitUntil(async () => {
      await api().app.get(RemoveBlobs).remove();
      return (await files()).length === 0;
    });
    expect(await read(id)).toMatchObject({ status: 'abandoned', images: [] });
    expect((await api().call(`/api/kyc/validations/${id}/images/front`)).status).toBe(404);
  });

  it('without a row are removed, and rows without a blob are reported', async () => {
    const { organizationId } = api().production;
    await api().app.get(Blobs).put({ organizationId, id: randomUUID() }, Buffer.from('left behind'));
    const check = (now: Date) => api().app.get(CheckBlobs).check(now);
    // The blob might just be being stored.
    expect(await check(new Date())).toEqual({ orphans: 0, missing: 0 });
    expect(await check(inTwoHours())).toEqual({ orphans: 1, missing: 0 });
    const { providerSessionUrl, id } = await started();
    await visit(providerSessionUrl).show('front', 8);
    const [image] = await kept();
    await api().app.get(Blobs).remove({ organizationId, id: image! });
    expect(await check(inTwoHours())).toEqual({ orphans: 0, missing: 1 });
    expect((await api().call(`/api/kyc/validations/${id}/images/front`)).status).toBe(404);
    // Simulates a process that died between storing the blob and its row.
    await api().pool.query('update kyc_images set removed_at = now()');
    await api().app.get(RemoveBlobs).remove();
    expect([await check(inTwoHours()), await kept()]).toEqual([{ orphans: 0, missing: 0 }, []]);
  });

  it('have their blobs whenever the process is killed', async () => {
    let server: KillableServer = await startKillable(api(), { LOG: 'silent', BLOBS: `folder:${folder}` });
    let isOver = false;
    let [sent, stored] = [0, 0];
    const lane = async (number: number): Promise<void> => {
      while (!isOver) {
        const { providerSessionUrl } = await started();
        const path = new URL(providerSessionUrl).pathname;
        for (let n = 0; n < 6 && !isOver; n += 1) {
          const call = { method: 'PUT', key: null, body: specimenImage(number * 100 + n) };
          const answer = await server.ask(`${path}/images/front`, {
            ...call,
            headers: { 'content-type': 'image/png' },
          });
          sent += 1;
          if (answer?.status === 200) stored += 1;
        }
      }
    };
    const load = [1, 2].map(lane);
    for (let kill = 0; kill < kills; kill += 1) {
      const before = stored;
      await waitUntil(() => stored > before + 3);
      await new Promise((resolve) => setTimeout(resolve, seeded(kill) * 100));
      await server.kill();
      server = await startKillable(api(), { LOG: 'silent', BLOBS: `folder:${folder}` });
    }
    isOver = true;
    await Promise.all(load);
    await server.kill();
    expect(sent).toBeGreaterThanOrEqual(stored);
    expect((await api().app.get(CheckBlobs).check(inTwoHours())).missing).toBe(0);
    await waitUntil(async () => {
      await api().app.get(RemoveBlobs).remove();
      return (await files()).length === (await kept()).length;
    });
    expect([...(await files())].sort()).toEqual([...(await kept())].sort());
  }, 600_000);
});

describe('design 8.1, 24: data of a deleted person', () => {
  const own = mkdtempSync(join(tmpdir(), 'erased-'));
  const api = useOwnTestApi({ BLOBS: `folder:${own}` });
  const { newPerson, begin, visit, balance } = useValidations(api);
  let child: ChildProcess;
  let url = '';
  let printed = '';
  beforeAll(async () => {
    const settings = { ...testSecrets, LOG: 'debug', BLOBS: `folder:${own}` };
    const hear = (text: string): void => void (printed += text);
    ({ child, url } = await startServer(api().pool.options.connectionString!, settings, hear));
  });
  afterAll(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await rm(own, { recursive: true, force: true });
  });

  it('is removed from documents and images, leaving nothing in rows, blobs or logs', async () => {
    const printedPerson = {
      ...specimenPerson,
      documentNumber: 'WK4420917',
      firstName: 'Morwenda',
      lastName: 'Thistlequay',
    };
    const known = { idNumber: 'WK4420917', firstName: 'Ann', lastName: 'Lee' };
    const before = await balance();
    const entityId = await newPerson({ name: 'Morwenda Thistlequay', email: 'morwenda@thistlequay.example' }, known);
    const walk = async (isSubmitted: boolean): Promise<void> => {
      const { providerSessionUrl, id } = (await begin(entityId, { force: true, metadata: { mark: 'wyrmfjord' } })).body;
      // Requests go to the other process, whose log is read.
      const at = visit(`${url}${new URL(providerSessionUrl as string).pathname}`);
      await at.showAll(99, passportLines(printedPerson));
      if (!isSubmitted) return;
      await at.submit();
      await api().call(`/api/kyc/validations/${id}/review`, { body: { decision: 'approved', reason: 'seen' } });
    };
    await walk(true);
    expect((await api().call(`/entities/${entityId}`)).body.kycData.extractedData.lastName).toBe('THISTLEQUAY');
    await walk(false);
    const folderOf = join(own, api().production.organizationId);
    expect((await readdir(folderOf)).length).toBe(4);
    expect((await api().call(`/entities/${entityId}`, { method: 'DELETE' })).status).toBe(200);
    await waitUntil(async () => {
      await api().app.get(RemoveBlobs).remove();
      return (await readdir(folderOf)).length === 0;
    });
    const { rows } = await api().pool.query(
      `select (select count(*)::int from kyc_validations) as validations, (select count(*)::int from kyc_images) as images,
         (select count(*)::int from outgoing_emails) as emails`,
    );
    expect(rows).toEqual([{ validations: 0, images: 0, emails: 0 }]);
    const entity = await api().pool.query('select kyc_verified, kyc_provider, kyc_data from entities where id = $1', [
      entityId,
    ]);
    expect(entity.rows).toEqual([{ kyc_verified: false, kyc_provider: null, kyc_data: null }]);
    // Data read from the document, as spelled in its machine-readable lines.
    const read = ['THISTLEQUAY', passportLines(printedPerson)[1], 'P<BRA'];
    const { rows: tables } = await api().pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const holding: string[] = [];
    for (const { name } of tables)
      for (const text of read) {
        const hex = Buffer.from(text).toString('hex');
        const found = await api().pool.query(
          `select from ${name} t where strpos(t::text, $1) > 0 or strpos(t::text, $2) > 0 limit 1`,
          [text, hex],
        );
        if (found.rows.length > 0) holding.push(name);
      }
    // Events are removed once they were delivered, after a day at most.
    expect(holding.filter((name) => name !== 'outbox')).toEqual([]);
    expect(printed).toContain('"level":"debug"');
    for (const text of [...read, 'Morwenda', 'wyrmfjord', 'WK4420917']) expect(printed).not.toContain(text);
    const after = await balance();
    expect([before.balanceCents - after.balanceCents, after.reservedCents]).toEqual([50, before.reservedCents]);
  });
});
