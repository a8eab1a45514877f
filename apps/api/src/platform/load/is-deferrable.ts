/**
 * Whether a route is turned away before others when the server has too much to do: imports, and lists. A list is what is read from
 * a path that ends in a name, not in a parameter.
 */
export function isDeferrable(method: string, route: string | undefined): boolean {
  if (route === undefined) return false;
  if (/import|bulk|\/items$/.test(route)) return true;
  return method === 'GET' && !/\/:\w+$/.test(route) && !ownState.has(route);
}

/** Paths that end in a name and are no lists. */
const ownState: ReadonlySet<string> = new Set(['/auth/test']);
