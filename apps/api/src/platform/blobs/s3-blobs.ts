import { createHash } from 'node:crypto';

import { AwsV4Signer } from 'aws4fetch';
import { SaxesParser } from 'saxes';

import type { Egress, OutgoingRequest, OutgoingResponse } from '../egress/index.js';
import { limits } from '../limits.js';
import { type BlobKey, blobPath, BlobStore, keyOfPath, type StoredBlob } from './blob-store.js';

export interface S3Place {
  /** URL of the bucket or of a folder in it, without a trailing `/`. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Maximum number of objects per page of a listing. */
  readonly pageObjects: number;
}

/** An object store with the S3 protocol, addressed by the path of its bucket. */
export class S3Blobs extends BlobStore {
  private readonly bucketUrl: string;
  /** Prefix of every object key, with a trailing `/`. Empty if the objects are directly in the bucket. */
  private readonly prefix: string;

  constructor(
    private readonly place: S3Place,
    private readonly egress: Egress,
  ) {
    super();
    const { origin, pathname } = new URL(place.url);
    const [bucket = '', ...folders] = pathname.slice(1).split('/');
    this.bucketUrl = `${origin}/${bucket}`;
    this.prefix = folders.map((folder) => `${folder}/`).join('');
  }

  async put(key: BlobKey, bytes: Buffer): Promise<void> {
    const { status } = await this.send('PUT', this.urlOf(key), bytes);
    if (status !== 200) throw refused('PUT', status);
  }

  async get(key: BlobKey): Promise<Buffer | null> {
    const { status, body } = await this.send('GET', this.urlOf(key));
    if (status === 404) return null;
    if (status !== 200) throw refused('GET', status);
    return body;
  }

  async remove(key: BlobKey): Promise<void> {
    const { status } = await this.send('DELETE', this.urlOf(key));
    if (![200, 204, 404].includes(status)) throw refused('DELETE', status);
  }

  async *list(): AsyncIterable<StoredBlob> {
    let next: string | null = '';
    while (next !== null) {
      const query = new URLSearchParams({ 'max-keys': String(this.place.pageObjects) });
      if (this.prefix !== '') query.set('prefix', this.prefix);
      if (next !== '') query.set('marker', next);
      const { status, body } = await this.send('GET', `${this.bucketUrl}?${query.toString().replaceAll('+', '%20')}`);
      if (status !== 200) throw refused('a list', status);
      const page = readListing(body.toString());
      for (const { path, storedAt } of page.objects) {
        const key = keyOfPath(path.slice(this.prefix.length));
        if (key) yield { key, storedAt };
      }
      ({ next } = page);
    }
  }

  private urlOf(key: BlobKey): string {
    return `${this.bucketUrl}/${this.prefix}${blobPath(key)}`;
  }

  private async send(method: OutgoingRequest['method'], url: string, body?: Buffer): Promise<OutgoingResponse> {
    const { region, accessKeyId, secretAccessKey } = this.place;
    const hash = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const { headers } = await new AwsV4Signer({
      ...{ method, url, region, accessKeyId, secretAccessKey, service: 's3' },
      headers: { 'x-amz-content-sha256': hash },
    }).sign();
    const sent = await this.egress.sendToStorage({
      ...{ method, url, timeoutMs: limits.blobMs, maxResponseBytes: limits.blobBytes, keepsConnection: true },
      headers: { ...Object.fromEntries(headers), 'content-length': String(body?.length ?? 0) },
      ...(body && { body }),
    });
    if (!sent.ok) throw new Error(`the object storage could not be reached: ${sent.error}`);
    return sent.value;
  }
}

const refused = (what: string, status: number): Error =>
  new Error(`the object storage responded to ${what} with ${String(status)}`);

interface Listing {
  readonly objects: readonly { readonly path: string; readonly storedAt: Date }[];
  /** Last key of the page; `null` if there are no more. */
  readonly next: string | null;
}

function readListing(xml: string): Listing {
  const objects: { path: string; storedAt: Date }[] = [];
  const found: Record<string, string> = {};
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', () => (text = ''));
  parser.on('text', (part) => (text += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'Contents')
      objects.push({ path: found['Key'] ?? '', storedAt: new Date(found['LastModified'] ?? '') });
    else found[name] = text;
    text = '';
  });
  parser.write(xml).close();
  return { objects, next: found['IsTruncated'] === 'true' ? (objects.at(-1)?.path ?? null) : null };
}
