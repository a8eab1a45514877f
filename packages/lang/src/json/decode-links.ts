import type { AggregateLink } from '../ast/aggregate-link.js';
import type { PathNode } from '../ast/path-node.js';
import { e0213 } from '../diagnostics/codes/e0213.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { limits } from '../limits.js';
import {
  inside,
  isAbsent,
  member,
  type DecodeContext,
  type JsonRecord,
  type DecodePosition,
} from './decode-context.js';
import { decodePath, decodeTextPath } from './decode-path.js';
import { linkOfKey } from './group-keys.js';
import { jsonLimits } from './json-limits.js';

const all = <T>(items: readonly (T | null)[] | undefined): readonly T[] | null =>
  items?.every((item) => item !== null) === true ? items : null;

/** Merges consecutive record paths into one `per`. */
function mergePer(links: readonly AggregateLink[]): readonly AggregateLink[] {
  const merged: AggregateLink[] = [];
  for (const link of links) {
    const last = merged.at(-1);
    if (link.kind === 'per' && last?.kind === 'per')
      merged[merged.length - 1] = { kind: 'per', paths: [...last.paths, ...link.paths] };
    else merged.push(link);
  }
  return merged;
}

/** Decodes a key of the current record; `row` is the position inside the aggregate. */
function decodeKey(json: unknown, row: DecodePosition, context: DecodeContext): AggregateLink | null {
  const link = typeof json === 'string' ? linkOfKey(json) : null;
  if (link !== null) return link;
  const path = decodePath(json, row, context);
  return path === null ? null : { kind: 'per', paths: [path] };
}

function decodePaths(
  json: unknown,
  what: string,
  limit: number,
  place: DecodePosition,
  context: DecodeContext,
  read: typeof decodePath,
): readonly PathNode[] | null {
  const items = context.items(json, place, what, limit, e0913);
  if (items?.length === 0) return context.wrongShape(place, `one or more ${what}`, undefined);
  return all(items?.map((item, index) => read(item, inside(place, index), context)));
}

const linkKinds = ['from', 'to', 'involving', 'between', 'per'] as const;

function decodeLink(
  json: unknown,
  place: DecodePosition,
  row: DecodePosition,
  context: DecodeContext,
): AggregateLink | null {
  const record = context.record(json, place, 'a link', linkKinds);
  if (record === null) return null;
  const [first, another] = Object.keys(record);
  const kind = linkKinds.find((each) => each === first);
  if (first === undefined || another !== undefined) return context.wrongShape(place, 'a link with one key', record);
  if (kind === undefined) return null;
  const value = record[kind];
  if (kind === 'per') {
    const paths = decodePaths(value, 'fields', limits.keysPerLink, inside(row, kind), context, decodePath);
    return paths && { kind, paths };
  }
  if (kind === 'between') {
    const paths = decodePaths(value, 'entities', 2, inside(place, kind), context, decodeTextPath);
    const [one, other] = paths ?? [];
    if (one === undefined) return null;
    return other === undefined
      ? context.wrongShape(inside(place, kind), 'a second entity', undefined)
      : { kind, first: one, second: other };
  }
  const path = decodeTextPath(value, inside(place, kind), context);
  return path && { kind, path };
}

/** Decodes `groupBy` or `links`. */
export function decodeLinks(
  record: JsonRecord,
  place: DecodePosition,
  row: DecodePosition,
  context: DecodeContext,
): readonly AggregateLink[] | null {
  const [groupBy, links] = [member(record, 'groupBy'), member(record, 'links')];
  if (!isAbsent(groupBy) && !isAbsent(links))
    return context.report(e0213, inside(place, 'links'), '`groupBy` and `links` exclude each other');
  if (!isAbsent(groupBy)) {
    const items = context.items(groupBy, inside(place, 'groupBy'), 'keys', jsonLimits.groupKeys, e0913);
    const keys = all(items?.map((item, index) => decodeKey(item, inside(inside(row, 'groupBy'), index), context)));
    return keys && mergePer(keys);
  }
  if (isAbsent(links)) return [];
  const items = context.items(links, inside(place, 'links'), 'links', jsonLimits.links, e0913);
  return all(
    items?.map((item, index) => {
      const [at, inRow] = [place, row].map((each) => inside(inside(each, 'links'), index));
      return at === undefined || inRow === undefined ? null : decodeLink(item, at, inRow, context);
    }),
  );
}
