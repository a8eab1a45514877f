import { resolve } from 'node:path';

import {
  isFolderUrl,
  isOrigin,
  numberSetting,
  optionalText,
  Problem,
  type Setting,
  textSetting,
  visibleProblem,
} from './setting.js';

/** Where data outside the database is stored: bytes, encrypted for each organization. */
export type BlobsPlace =
  | { readonly kind: 'folder'; readonly folder: string }
  /** `url` is that of the bucket or of a folder in it. */
  | { readonly kind: 's3'; readonly url: string };

const blobsSetting: Setting<BlobsPlace> = {
  name: 'BLOBS',
  description:
    'where images of documents are kept, sealed: `folder:` and a path that all processes share, or `s3:` and the address of a bucket (`s3:https://s3.example.com/bucket`), which may stand on a private network',
  defaultText: 'folder:blobs',
  read: (given) => {
    const [, kind, place = ''] = /^(folder|s3):(.+)$/.exec(given || 'folder:blobs') ?? [];
    if (kind === 'folder') return { kind, folder: resolve(place) };
    if (kind === 's3' && isFolderUrl(place) && new URL(place).pathname !== '/')
      return { kind, url: place.replace(/\/*$/, '') };
    return new Problem(`\`${given}\` is neither \`folder:\` with a path nor \`s3:\` with the address of a bucket`);
  },
};

/** Settings of document images: where they are stored, for how long, and where users submit them. */
export const storageSettings = {
  blobs: blobsSetting,
  /** Secrets: never print them. */
  blobsAccessKey: optionalText({
    name: 'BLOBS_ACCESS_KEY',
    description: 'access key of the object storage of `BLOBS`, with its secret in `BLOBS_SECRET_KEY`',
    problem: visibleProblem,
  }),
  blobsSecretKey: optionalText({
    name: 'BLOBS_SECRET_KEY',
    description: 'secret of `BLOBS_ACCESS_KEY`',
    problem: visibleProblem,
  }),
  blobsRegion: textSetting({
    name: 'BLOBS_REGION',
    description: 'region of the object storage',
    default: 'us-east-1',
    problem: (text) => (/^[a-z0-9-]{1,40}$/.test(text) ? null : `\`${text}\` is not a region such as \`us-east-1\``),
  }),
  kycPublicUrl: optionalText({
    name: 'KYC_PUBLIC_URL',
    description:
      'origin (`https://kyc.example.com`) of the page for identity documents, used in links; default: the first of `PUBLIC_ORIGINS`, or else this server',
    problem: (text) => (isOrigin(text) ? null : `\`${text}\` is not an origin such as \`https://kyc.example.com\``),
  }),
  kycImageDays: numberSetting({
    name: 'KYC_IMAGE_DAYS',
    description:
      'days for which images of documents and faces, and files of document requests, are kept after the end of the validation or request, {bounds}',
    default: 90,
    min: 0,
    max: 3_650,
  }),
};
