const signs = /[*?{[]/;

export const isGlob = (text: string): boolean => signs.test(text);

const escaped = (text: string): string => text.replace(/[.+^${}()|[\]\\]/g, '\\$&');

/** `**` any folders, `*` within one name, `?` one character, `{a,b}` either, `[abc]` one of. */
export function globPattern(glob: string): RegExp {
  let pattern = '';
  let index = 0;
  while (index < glob.length) {
    const rest = glob.slice(index);
    const group = /^\{([^{}]*)\}/.exec(rest);
    const set = /^\[!?[^\]/]+\]/.exec(rest);
    if (rest.startsWith('**/')) {
      pattern += '(?:[^/]+/)*';
      index += 3;
    } else if (rest.startsWith('**')) {
      pattern += '.*';
      index += 2;
    } else if (group) {
      pattern += `(?:${(group[1] ?? '').split(',').map(escaped).join('|')})`;
      index += group[0].length;
    } else if (set) {
      pattern += set[0].replace('[!', '[^').replace(/\\/g, '\\\\');
      index += set[0].length;
    } else {
      pattern += rest.startsWith('*') ? '[^/]*' : rest.startsWith('?') ? '[^/]' : escaped(rest.charAt(0));
      index += 1;
    }
  }
  return new RegExp(`^${pattern}$`);
}

/** The folder in which a search for the glob begins. */
export function globBase(glob: string): string {
  const parts = glob.split('/');
  const first = parts.findIndex(isGlob);
  const fixed = parts.slice(0, Math.max(0, first)).join('/');
  return fixed === '' ? (glob.startsWith('/') ? '/' : '.') : fixed;
}
