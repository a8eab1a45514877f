import { createHash } from 'node:crypto';

import type { Asked, Provider } from '@tamis/enrichment';
import { canonicalJson, foldText, type JsonValue } from '@tamis/stdx';

/** Two spellings of one name are equal. */
export const foldName = (name: string): string => foldText(name.normalize('NFKC')).trim().replaceAll(/\s+/gu, ' ');

/** What names a cached result. It is hashed with a key of the organization: it holds a tax id and a name. */
export function cacheKeyText(organizationId: string, { code, version }: Provider, asked: Asked): string {
  const { country, type, taxId, name, parameters } = asked;
  const parametersHash = createHash('sha256')
    .update(canonicalJson(parameters as { readonly [name: string]: JsonValue }))
    .digest('hex');
  return JSON.stringify([
    ...[organizationId, code, country, type, taxId, name === null ? null : foldName(name)],
    ...[parametersHash, version],
  ]);
}
