import { failure, ok, type Result } from '@tamis/stdx';

import { objectMembers } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import type { SecretLocation } from '../../../../platform/secrets/index.js';

/** Placeholder for a stored key. A header cannot contain these characters, so no real key equals it. */
const shownApiKey = '\u2022\u2022\u2022\u2022';

/** Printable ASCII on one line, without a space at either end. */
const printable = /^[!-~](?:[ -~]*[!-~])?$/;

/** Settings of a list as stored and displayed, with the key of the service that supplies its items. */
export interface ListConfig {
  /** JSON text with dots instead of the key. */
  readonly shown: string;
  /** `undefined` if the placeholder was sent, so the stored key remains. */
  readonly apiKey: string | null | undefined;
}

/** Extracts the key from the JSON text of an object. The error says what is wrong with the key. */
export function readListConfig(json: string): Result<ListConfig, string> {
  let apiKey: unknown = null;
  const members = Array.from(objectMembers(json), ({ key, name, value }) => {
    if (name !== 'apiKey') return `${key}:${value}`;
    apiKey = JSON.parse(value);
    return `${key}:${apiKey === null ? 'null' : JSON.stringify(shownApiKey)}`;
  });
  if (apiKey === null) return ok({ shown: json, apiKey });
  const shown = `{${members.join(',')}}`;
  if (apiKey === shownApiKey) return ok({ shown, apiKey: undefined });
  const most = limits.dataListApiKeyCharacters;
  return typeof apiKey === 'string' && apiKey.length <= most && printable.test(apiKey)
    ? ok({ shown, apiKey })
    : failure(`must be text of 1 to ${most} printable ASCII characters on one line, or null`);
}

/** Returns whether stored settings contain a key. */
export function hasApiKey(shown: string): boolean {
  const stored = readListConfig(shown);
  return stored.ok && stored.value.apiKey === undefined;
}

export const apiKeyLocation = (organizationId: string, listId: string): SecretLocation => ({
  organizationId,
  table: 'data_lists',
  rowId: listId,
  field: 'api_key',
});
