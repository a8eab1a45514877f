import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { type DownloadedFile, Egress, type EgressError, type FileMarks } from '../../../../platform/egress/index.js';
import { DataListRepository, type DataListRow, type SyncSettings, syncLimits } from '../../data-lists/index.js';

const problems: Readonly<Record<EgressError, string>> = {
  off: 'outgoing requests are disabled on this server (EGRESS=off)',
  sandbox: 'a sandbox makes no outgoing requests',
  'not-allowed': 'the address, or one that it redirects to, is not a public internet address',
  'unknown-name': 'the host name could not be resolved',
  refused: 'the connection was refused',
  certificate: 'the certificate of the host is not valid',
  timeout: `the file was not received within ${syncLimits.download.timeoutMs / 1_000} seconds`,
  'too-large': `the file has more than ${syncLimits.download.maxBytes / 1_048_576} MB`,
  failed: 'the connection failed or was closed early',
};

/** Downloads the file of a list. */
@Injectable()
export class FetchListFile implements BeforeApplicationShutdown {
  constructor(
    private readonly database: TenantDatabase,
    private readonly egress: Egress,
    private readonly lists: DataListRepository,
  ) {}

  /** Aborts downloads, so that a slow server does not delay the shutdown. */
  private readonly stopping = new AbortController();

  get isStopped(): boolean {
    return this.stopping.signal.aborted;
  }

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Downloads the file. Returns `null` if there is none newer than described by `marks`, otherwise why it failed. The caller must delete
   * the file.
   */
  async fetch(
    { organizationId, id }: DataListRow,
    { url, keyHeader }: SyncSettings,
    marks: FileMarks | null,
  ): Promise<Result<DownloadedFile | null, string>> {
    const client = this.database.forOrganization(organizationId);
    const key = await this.lists.openApiKey(client, organizationId, id);
    const headers = key === null ? {} : { [keyHeader ?? 'authorization']: keyHeader === null ? `Bearer ${key}` : key };
    const { signal } = this.stopping;
    const asked = {
      url,
      headers,
      acceptEncoding: 'gzip',
      signal,
      ...syncLimits.download,
      ...(marks && { marks }),
    } as const;
    const download = await this.egress.downloadFor(organizationId, asked);
    if (!download.ok) return failure(problems[download.error]);
    const found = download.value;
    if (found.kind === 'unchanged') return ok(null);
    if (found.kind === 'refused') return failure(`the address responds with status ${found.status}`);
    const problem = problemOf(found);
    if (problem === null) return ok(found);
    await found.remove();
    return failure(problem);
  }
}

function problemOf({ bytes, expectedBytes, encoding }: DownloadedFile): string | null {
  if (expectedBytes !== null && expectedBytes !== bytes)
    return `the file ended early, after ${bytes} of ${expectedBytes} bytes`;
  if (encoding === null || encoding === 'gzip' || encoding === 'x-gzip') return null;
  return `the file is sent with \`Content-Encoding: ${encoding.slice(0, 40)}\`, but only gzip is accepted`;
}
