import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

export interface Route {
  readonly method: string;
  /** Path with its parameters: `/entities/:id`. */
  readonly path: string;
  /** `GET /entities/:id` */
  readonly name: string;
}

const pages =
  /^\/(docs|docs-yaml|sign-up\/complete|accept-invitation|reset-password)$|^\/docs[/*]|^\/console|^\/kyc\/(assets\/|(session|documents)\/[^/]+$)|^\*$/;

/**
 * Whether a route is a page rather than part of the API: the docs, the console, pages whose links people receive, and targets of links in
 * emails. The router prints the files of a page without a route above them as `*`.
 */
export const isPage = ({ path }: Pick<Route, 'path'>): boolean => pages.test(path);

const firstPart = ({ path }: Route): string => path.split('/', 2)[1] ?? '';

/** Returns every route of the server as the router itself holds it, by the first part of the path. HEAD is included in GET. */
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
            // The router ignores parameter names in the URL when it looks for a route.
            const names = parametersOf(server, method, url);
            return names === null || String(names) === String(url.match(/(?<=:)\w+/g) ?? []);
          })
          .map((url) => ({ method, path: url, name: `${method} ${url}` })),
      );
    })
    .sort((a, b) => firstPart(a).localeCompare(firstPart(b)));
}

/** The router prints `/:type|:id/check` if routes with the same prefix name their parameter differently. */
function namesOf(path: string): readonly string[] {
  const [alternatives] = /:\w+(\|:\w+)+/.exec(path) ?? [];
  if (alternatives === undefined) return [path];
  return alternatives.split('|').flatMap((each) => namesOf(path.replace(alternatives, each)));
}

/** Returns the parameters of the route that matches a URL, or `null` if there is none, which its types omit. */
function parametersOf(
  server: Pick<FastifyInstance, 'findRoute'>,
  method: string,
  url: string,
): readonly string[] | null {
  const route = server.findRoute({ method, url }) as { readonly params: object } | null;
  return route && Object.keys(route.params);
}
