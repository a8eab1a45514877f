import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The permissions that a route requires according to the contract. */
export interface RouteRights {
  /** Name as in the router: `GET /entities/:id`. */
  readonly name: string;
  /** Each list opens the route to a key that has all of its permissions. Empty if any key is enough; `null` if keys do not open it. */
  readonly rights: readonly (readonly string[])[] | null;
  readonly who: 'nobody' | 'person' | 'key';
  readonly environment: 'own' | 'shared' | 'name' | 'sandbox';
  readonly source: string;
}

/** The table in `route-rights.txt`. */
export const routeRights: readonly RouteRights[] = readFileSync(join(__dirname, 'route-rights.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [route = '', rights = '', environment = '', source = ''] = line.split(' | ');
    return {
      name: route.replaceAll(/\{(\w+)\}/g, ':$1'),
      rights: parseRights(rights),
      who: rights === 'nobody' || rights === 'person' ? rights : 'key',
      environment: environment as RouteRights['environment'],
      source,
    };
  });

export const rightsOf: ReadonlyMap<string, RouteRights> = new Map(routeRights.map((each) => [each.name, each]));

function parseRights(text: string): RouteRights['rights'] {
  if (text === 'nobody' || text === 'person') return null;
  return text === 'key' ? [] : text.split(' or ').map((each) => each.split(' and '));
}

/** Returns whether these permissions allow the route. */
export const opens = ({ rights }: RouteRights, held: ReadonlySet<string>): boolean =>
  rights !== null && (rights.length === 0 || rights.some((each) => each.every((right) => held.has(right))));

/** Every permission that the table names. */
export const namedRights: readonly string[] = [
  ...new Set(routeRights.flatMap(({ rights }) => rights?.flat() ?? [])),
].sort();
