import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

import { useTestApi } from '../../../../test/support/use-test-api.js';
import { Blobs } from '../../../platform/blobs/index.js';
import { newId } from '../../../platform/database/index.js';
import { notFound } from '../../../platform/http/index.js';
import { ReceiveBlob } from './use-cases/receive-blob.js';

describe('a blob whose row', () => {
  const api = useTestApi();
  const type = 'application/pdf';

  it.each<[string, Error, string | null]>([
    ['may have been stored when the connection broke stays', new Error('Connection terminated unexpectedly'), 'a file'],
    ['was refused is removed', notFound('Session'), null],
  ])('%s', async (_, error, kept) => {
    const row = { organizationId: api().production.organizationId, id: newId() };
    const body = Object.assign(Readable.from([Buffer.from('a file')]), { headers: { 'content-type': type } });
    const received = api()
      .app.get(ReceiveBlob)
      .receive(body as unknown as IncomingMessage, {
        ...{ owner: row.id, types: [type], describe: (bytes: Buffer) => ({ row, bytes }) },
        store: () => Promise.reject(error),
      });
    await expect(received).rejects.toBe(error);
    expect((await api().app.get(Blobs).get(row))?.toString() ?? null).toBe(kept);
  });
});
