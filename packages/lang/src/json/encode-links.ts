import type { AggregateLink } from '../ast/aggregate-link.js';
import type { PathNode } from '../ast/path-node.js';
import { formatPath } from '../paths/path-syntax.js';
import { toJsonPath } from '../paths/to-json-path.js';
import type { AggregateJson, LinkJson } from './aggregate-json.js';
import type { EncodeScope } from './encode-context.js';
import { keyOfLink, linkOfKey } from './group-keys.js';
import { jsonLimits } from './json-limits.js';

const words = ({ steps }: PathNode): string => formatPath(steps);

/** Returns keys that decode to this link; `null` if it has none. */
function keysOf(link: AggregateLink, record: EncodeScope): readonly string[] | null {
  if (link.kind !== 'per') {
    const key = keyOfLink(link);
    return key === null ? null : [key];
  }
  const keys = link.paths.map(({ steps }) => toJsonPath(steps, record));
  return keys.some((key) => linkOfKey(key) !== null) ? null : keys;
}

function linkJson(link: AggregateLink, record: EncodeScope): LinkJson {
  switch (link.kind) {
    case 'from':
      return { from: words(link.path) };
    case 'to':
      return { to: words(link.path) };
    case 'involving':
      return { involving: words(link.path) };
    case 'between':
      return { between: [words(link.first), words(link.second)] };
    case 'per':
      return { per: link.paths.map(({ steps }) => toJsonPath(steps, record)) };
  }
}

/** Encodes links as `groupBy` if every link is a key of the current record, otherwise as `links`. */
export function encodeLinks(
  links: readonly AggregateLink[],
  record: EncodeScope,
): Pick<AggregateJson, 'groupBy' | 'links'> {
  if (links.length === 0) return {};
  const keys = links.map((link) => keysOf(link, record));
  // Two consecutive `per` would be decoded as one.
  const isSplit = links.some((link, index) => link.kind === 'per' && links[index - 1]?.kind === 'per');
  if (!isSplit && keys.every((key) => key !== null) && keys.flat().length <= jsonLimits.groupKeys)
    return { groupBy: keys.flat() };
  return { links: links.map((link) => linkJson(link, record)) };
}
