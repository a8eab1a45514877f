import type { Facts } from '@tamis/engine';
import type { DataReadResult, DataRead } from '@tamis/lang';
import type { ListRevision } from '../lists/list-revision.js';

/** Facts identify a read by its canonical JSON, whose members are sorted by name. */
const listedRead = /^\{"isAddress":false,"kind":"listed",/;

/** Adds lists that provide what the facts do not contain. They are read only when a rule asks, so that nothing is looked up in vain. */
export function factsWithLists(facts: Facts, lists: readonly ListRevision[]): Facts {
  if (lists.length === 0) return facts;
  const byId = new Map(lists.map((list) => [list.data.listId, list]));
  const answer = (name: string): DataReadResult | undefined => {
    if (!listedRead.test(name)) return undefined;
    const read = JSON.parse(name) as DataRead;
    return read.kind === 'listed' ? byId.get(read.listId)?.lookUp(read) : undefined;
  };
  const reads = new Proxy<Record<string, DataReadResult>>(
    { ...facts.reads },
    { get: (known, name) => (typeof name === 'string' ? (known[name] ?? answer(name)) : undefined) },
  );
  return { ...facts, reads };
}
