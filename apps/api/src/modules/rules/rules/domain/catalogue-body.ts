import { createHash } from 'node:crypto';
import { catalogueDocument } from '@tamis/library';

export interface CatalogueBody {
  readonly json: string;
  /** Strong: equal tags, equal bytes. */
  readonly etag: string;
}

let made: CatalogueBody | null = null;

/** The catalogue as it is sent. It changes only with a release, so it is made once, when first asked for. */
export function catalogueBody(): CatalogueBody {
  if (made) return made;
  const json = JSON.stringify(catalogueDocument());
  made = { json, etag: `"${createHash('sha256').update(json).digest('base64url')}"` };
  return made;
}
