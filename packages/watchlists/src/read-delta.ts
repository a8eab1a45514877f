import { isObject } from '@tamis/stdx';

import type { WatchlistEntry } from './entry.js';
import type { UnreadableRow } from './read-watchlist.js';
import { jsonLines } from './reading/json-lines.js';
import type { ListFile } from './reading/list-file.js';
import { ListFormatError } from './reading/list-format-error.js';
import { listLimits } from './list-limits.js';
import { ftmDraft } from './sources/opensanctions/ftm-lines.js';

/** What a delta of OpenSanctions does to the version that it follows. */
export type DeltaRow =
  | { readonly kind: 'put'; readonly entry: WatchlistEntry }
  | { readonly kind: 'removed'; readonly id: string }
  | UnreadableRow
  /** Comes last, and only where the file was read to its end. */
  | { readonly kind: 'end' };

const dataset = 'opensanctions';

/** `entities.delta.json`: one change a line, `{op: ADD|MOD|DEL, entity}`. Throws `ListFormatError` for what ends too early. */
export async function* readDelta(file: ListFile): AsyncGenerator<DeltaRow> {
  let unreadable = 0;
  for await (const lines of jsonLines(file))
    for (const { at, value } of lines) {
      const row = rowOf(value);
      if (typeof row !== 'string') yield row;
      else {
        unreadable += 1;
        if (unreadable > listLimits.unreadableRows)
          throw new ListFormatError(
            file.name,
            `${at}: ${row}; more than ${listLimits.unreadableRows} rows cannot be read`,
          );
        yield { kind: 'unreadable', at, reason: row };
      }
    }
  yield { kind: 'end' };
}

function rowOf(value: unknown): DeltaRow | string {
  if (!isObject(value)) return 'is no object';
  const { op, entity } = value;
  if (op === 'DEL') {
    const id = isObject(entity) ? entity['id'] : undefined;
    return typeof id === 'string' && id !== '' ? { kind: 'removed', id } : 'deletes an entity without id';
  }
  if (op !== 'ADD' && op !== 'MOD') return 'has an op that is none of ADD, MOD and DEL';
  const draft = ftmDraft(entity);
  if (typeof draft === 'string') return draft;
  // Who is no target any more leaves the list.
  if (draft === null) return { kind: 'removed', id: String((entity as { readonly id?: unknown }).id) };
  const entry = draft.finish(dataset);
  return typeof entry === 'string' ? entry : { kind: 'put', entry };
}
