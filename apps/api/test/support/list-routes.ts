import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

export interface Route {
  readonly method: string;
  /** With its parameters: `/entities/:id`. */
  readonly path: string;
  /** `GET /entities/:id` */
  readonly name: string;
}

const pages =
  /^\/(docs|docs-yaml|sign-up\/complete|accept-invitation|reset-password)$|^\/docs[/*]|^\/console|^\/kyc\/(assets\/|(session|documents)\/[^/]+$)|^\*$/;

/**
 * The docs, the console, what a person is sent, and where links of emails lead: pages are not the API. The router prints files of a page
 * that has no route above them as `*`.
 */
export const isPage = ({ path }: Pick<Route, 'path'>): boolean => pages.test(path);

const firstPart = ({ path }: Route): string => path.split('/', 2)[1] ?? '';

/** Every route the server answers, as the router itself holds them, by the first part of their paths. HEAD goes with GET. */
export function listRoutes(app: NestFastifyApplication): readonly Route[] {
  const server = app.getHttpAdapter().getInstance();
  const parents: string[] = [];
  return server
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', own = '', methods = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
      if (own === '') {
        if (line.trim() !== '') throw new Error(`a line of the router that names no route: ${line}`);
        return [];
      }
      const level = indent.length / 4;
      const path = (parents[level - 1] ?? '') + own;
      parents[level] = path;
      const asked = methods.split(', ').filter((method) => method !== 'HEAD');
      return asked.flatMap((method) =>
        namesOf(path)
          .filter((url) => {
            // Finding a route does not look at the names in the address.
            const names = parametersOf(server, method, url);
            return names === null || String(names) === String(url.match(/(?<=:)\w+/g) ?? []);
          })
          .map((url) => ({ method, path: url, name: `${method} ${url}` })),
      );
    })
    .sort((a, b) => firstPart(a).localeCompare(firstPart(b)));
}

/** The router prints `/:type|:id/check` where routes of one place call their parameter otherwise. */
function namesOf(path: string): readonly string[] {
  const [alternatives] = /:\w+(\|:\w+)+/.exec(path) ?? [];
  if (alternatives === undefined) return [path];
  return alternatives.split('|').flatMap((each) => namesOf(path.replace(alternatives, each)));
}

/** The parameters of the route that answers at an address; null where none does, which its types leave out. */
function parametersOf(
  server: Pick<FastifyInstance, 'findRoute'>,
  method: string,
  url: string,
): readonly string[] | null {
  const route = server.findRoute({ method, url }) as { readonly params: object } | null;
  return route && Object.keys(route.params);
}
