import type { PathScope } from './path-scope.js';
import { formatPath, parsePath } from './path-syntax.js';
import { translatePath } from './translate-path.js';

/**
 * Returns the text steps of a JSON path (`$x`: the words unchanged). Returns `null` if it is not a path, or is a stored spelling for which
 * the text has another, such as `originEntity.person.x` for `originEntity.entityData.person.x`.
 */
export function toTextPath(jsonPath: string, scope: PathScope): string[] | null {
  if (jsonPath.startsWith('$')) return parsePath(jsonPath.slice(1));
  const steps = parsePath(jsonPath);
  if (steps === null) return null;
  const text = translatePath(steps, 'json', scope);
  if (text === null) return null;
  const back = translatePath(text, 'text', scope);
  return back !== null && formatPath(back) === formatPath(steps) ? text : null;
}
