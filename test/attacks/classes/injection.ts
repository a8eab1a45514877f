import { requestOf } from '../../../apps/api/test/support/ask-route.js';
import type { Route } from '../../../apps/api/test/support/list-routes.js';
import type { TestResponse } from '../../../apps/api/test/support/start-test-api.js';
import type { Attack } from '../attack.js';
import { parametersOf } from '../described-routes.js';
import type { World } from '../world.js';

/** Texts with a meaning for a database, a shell, a template, a file system, a log, a page or a spreadsheet. */
const injections: readonly string[] = [
  `'`,
  `"`,
  '\\',
  `' or '1'='1`,
  `'; select pg_sleep(9); --`,
  `1; drop table organizations; --`,
  `') union select key_hash from api_keys --`,
  `$1`,
  `$$; commit; $$`,
  `%`,
  `_%'`,
  `\u0000`,
  `a\u0000b`,
  `\r\nx-injected: yes\r\n\r\n`,
  `%0d%0ax-injected: yes`,
  `../../../../etc/passwd`,
  `..\\..\\..\\etc\\passwd`,
  `/etc/passwd`,
  `file:///etc/passwd`,
  `{{98765*4321}}`,
  '${98765*4321}',
  `#{98765*4321}`,
  `<%= 98765*4321 %>`,
  `\`id\``,
  `$(id)`,
  `; id`,
  `| id`,
  `<script>alert(1)</script>`,
  `"><img src=x onerror=alert(1)>`,
  `=cmd|' /C calc'!A0`,
  `__proto__`,
  `constructor`,
  `toString`,
  `hasOwnProperty`,
  `{"$gt":""}`,
  `[object Object]`,
  `*)(uid=*))(|(uid=*`,
  `\${jndi:ldap://127.0.0.1/a}`,
  `-1`,
  `1e999`,
  `99999999999999999999999999`,
  `NaN`,
  `\u202etxt.exe`,
  `\ufeff`,
  `\ud83d\ude00`.repeat(50),
  `a`.repeat(3_000),
];

/** Returns the response if it shows that the text was executed instead of treated as data. */
const wasRun = (text: string, { status, text: body, headers }: TestResponse): string | null => {
  if (status >= 500) return `${status} ${body}`;
  if (headers.get('x-injected') !== null) return 'a header was injected';
  if (/root:x:0:0|uid=\d+\(|syntax error at or near|pg_catalog|unterminated quoted/.test(body)) return body;
  if (text.includes('98765*4321') && body.includes('426763565')) return 'the template was run';
  const isText = /^(application\/json|text\/csv|text\/plain|application\/problem\+json)/.test(
    headers.get('content-type') ?? 'application/json',
  );
  return isText ? null : `a response of ${headers.get('content-type')}`;
};

/** Returns attacks with these texts in each parameter of the API description and in each text of a body. */
export function injected({ api, routes, mine }: World): readonly Attack[] {
  const inParameters = (route: Route): Attack[] =>
    parametersOf(route)
      .filter(({ in: where }) => where !== 'header')
      .flatMap(({ name, in: where }) =>
        injections.map((text) => ({
          what: `${route.name} with ${JSON.stringify(text).slice(0, 60)} in ${where} ${name}`,
          got: async () => {
            const { path, ...request } = requestOf(where === 'path' ? withParameter(route, name, text) : route, mine);
            const address =
              where === 'path' ? path : `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(text)}`;
            return wasRun(text, await api.call(address, request));
          },
        })),
      );
  const inBodies = (route: Route): Attack[] =>
    Object.entries(requestOf(route, mine).body ?? {})
      .filter(([, value]) => typeof value === 'string')
      .flatMap(([member]) =>
        injections.map((text) => ({
          what: `${route.name} with ${JSON.stringify(text).slice(0, 60)} in the member ${member}`,
          got: async () => {
            const { path, method, body } = requestOf(route, mine);
            return wasRun(text, await api.call(path, { method, body: { ...body, [member]: text } }));
          },
        })),
      );
  return routes.flatMap((route) => [...inParameters(route), ...inBodies(route)]);
}

/** Returns the route with one parameter filled in; the others are filled in as for any route. */
function withParameter(route: Route, name: string, text: string): Route {
  return { ...route, path: route.path.replace(`:${name}`, encodeURIComponent(text)) };
}

/** Checked after all the others: nothing was added to the prototype of all objects, and the tables still exist. */
export const afterInjection = ({ api }: World): Attack => ({
  what: 'what was sent has changed the program or its tables',
  got: async () => {
    const polluted = Object.keys(Object.prototype);
    const { rows } = await api.pool.query<{ n: number }>('select count(*)::int as n from organizations');
    return polluted.length === 0 && rows[0]!.n >= 4 ? null : `${polluted.join()} ${rows[0]!.n} organizations`;
  },
});
