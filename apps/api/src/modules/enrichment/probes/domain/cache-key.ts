import { createHash } from 'node:crypto';

import type { Asked, Provider } from '@tamis/enrichment';
import { canonicalJson, foldText, type JsonValue } from '@tamis/stdx';

/** Folds a name, so that two spellings of the same name are equal. */
export const foldName = (name: string): string => foldText(name.normalize('NFKC')).trim().replaceAll(/\s+/gu, ' ');

/** Returns the text that identifies a cached result. It contains a tax id and a name, so it is hashed with a key of the organization. */
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
