import type { PathScope } from './path-scope.js';
import { formatPath } from './path-syntax.js';
import { translatePath } from './translate-path.js';

const sameSteps = (a: readonly string[], b: readonly string[] | null): boolean =>
  b !== null && a.length === b.length && a.every((step, index) => step === b[index]);

/**
 * Returns the JSON form of a text path. A path that is not in the table of its scope (a declared name, a root of another target, a stored
 * spelling such as `transaction.originEntityId`) is written unchanged after `$`, so that nothing is lost and no two text paths have the
 * same JSON path.
 */
export function toJsonPath(textSteps: readonly string[], scope: PathScope): string {
  const written = `$${formatPath(textSteps)}`;
  const [only] = textSteps;
  if (scope.record !== undefined && textSteps.length === 1 && only !== undefined && scope.names?.has(only))
    return written;
  const json = translatePath(textSteps, 'text', scope);
  if (json === null || json.length === 0) return written;
  return sameSteps(textSteps, translatePath(json, 'json', scope)) ? formatPath(json) : written;
}
