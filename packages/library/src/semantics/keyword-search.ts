import type { ListItem } from '@tamis/lang';
import { listKey } from './list-key.js';

/** Words of a text between single spaces, a space on either side; `null` where there is none. */
function wordsOf(text: string): string | null {
  const words = listKey('keyword_list', text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '');
  return words.length === 0 ? null : ` ${words.join(' ')} `;
}

/** Does the text hold an item, or one of its search keys, as whole words in a row? */
export function holdsKeyword(text: string, items: readonly ListItem[]): boolean {
  const words = wordsOf(text);
  if (words === null) return false;
  return items.some(({ primaryValue, searchKeys = [] }) =>
    [primaryValue, ...searchKeys].some((keyword) => {
      const sought = wordsOf(keyword);
      return sought !== null && words.includes(sought);
    }),
  );
}
