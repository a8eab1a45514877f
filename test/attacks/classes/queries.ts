import { requestOf } from '../../../apps/api/test/support/ask-route.js';
import type { Route } from '../../../apps/api/test/support/list-routes.js';
import type { TestResponse } from '../../../apps/api/test/support/start-test-api.js';
import type { Attack } from '../attack.js';
import { parametersOf } from '../described-routes.js';
import { foreignMark, type World } from '../world.js';

/** Values at and beyond the bounds of numbers, times and texts, as they stand in a query. */
const edges: readonly string[] = [
  ...['', '0', '-1', '-0', '+1', '1.0', '1e3', '1e400', '0x10', '%EF%BC%91', '9007199254740993', '9223372036854775808'],
  ...[
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00%2B14:00',
    '9999-12-31T23:59:59.999-14:00',
    '%2B275760-09-13T00:00:00Z',
  ],
  ...['-271821-04-20T00:00:00Z', '2026-02-30', '2026-02-30T00:00:00Z', '2026-12-31T24:00:00Z', '2026-06-30T23:59:60Z'],
  ...['0000-01-01', '9999-12-31', '10000-01-01', '%00', '%FF', '%ED%A0%80', '%F0%9F%92%A9', '%E2%80%AE', 'a%CC%81'],
  ...['null', 'undefined', 'true', '%5B%5D', '%7B%7D', 'me', 'unassigned', '-'.repeat(36), 'W10', 'bnVsbA', 'eyJ9'],
];

const manyTimes = (name: string): readonly string[] => [
  ...[
    `${name}=1&${name}=2`,
    `${name}=&${name}=`,
    `${name}[]=1`,
    `${name}[a]=1`,
    `${name}[__proto__]=1`,
    `${name}%00=1`,
  ],
  Array(100).fill(`${name}=1`).join('&'),
];

/** Returns requests with each parameter of each route that reads, at its bounds and several times. */
export function oddQueries({ api, routes, mine }: World): readonly Attack[] {
  return routes
    .filter(({ method }) => method === 'GET')
    .flatMap((route) =>
      parametersOf(route)
        .filter((parameter) => parameter.in === 'query')
        .flatMap(({ name }) => [...edges.map((value) => `${name}=${value}`), ...manyTimes(name)])
        .map((query) => ({
          what: `${route.name}?${query.slice(0, 60)}`,
          got: async () => failureOf(await api.call(withQuery(requestOf(route, mine).path, query))),
        })),
    );
}

const pagedRoutes = ({ routes }: World): readonly Route[] =>
  routes.filter(
    (route) =>
      route.method === 'GET' &&
      parametersOf(route).some(({ name, in: place }) => name === 'cursor' && place === 'query'),
  );

/** Values for each place of a cursor: the sort value, the id, the list, and the end of its life. */
const forged: readonly (readonly [place: number, value: unknown])[] = [
  ...[
    '',
    '0',
    'NaN',
    '1e400',
    '0000-01-01',
    '9999-99-99T00:00:00Z',
    '3 0000-01-01T00:00:00Z',
    'infinity',
    '\u0000',
    '\ud800',
  ].map((value) => [0, value] as const),
  ...[null, 1, [], {}, 'a'.repeat(5_000)].map((value) => [0, value] as const),
  ...['', '-'.repeat(36), 'f'.repeat(36), '00000000-0000-0000-0000-000000000000', null, 7].map(
    (value) => [1, value] as const,
  ),
  ...['', null, 'other'].map((value) => [2, value] as const),
  ...[0, -1, 1e300, null, 'soon'].map((value) => [3, value] as const),
];

/** Returns requests for the next page of each list with an altered cursor, and with the cursor of the other organization. */
export const forgedCursors = (world: World): readonly Attack[] =>
  pagedRoutes(world).flatMap((route) => {
    const { api, mine, theirs } = world;
    const firstCursor = async (key: string, records: World['mine']): Promise<string | null> => {
      const { body } = await api.call(withQuery(requestOf(route, records).path, 'limit=1'), { key });
      return (
        (body as { readonly pagination?: { readonly nextCursor: string | null } } | undefined)?.pagination
          ?.nextCursor ?? null
      );
    };
    const ask = (cursor: string): Promise<TestResponse> =>
      api.call(withQuery(requestOf(route, mine).path, `limit=1&cursor=${encodeURIComponent(cursor)}`));
    return [
      ...forged.map(([place, value]) => ({
        what: `${route.name} with ${JSON.stringify(value)?.slice(0, 40)} at ${place} of its cursor`,
        got: async () => {
          const cursor = await firstCursor(api.production.key, mine);
          return cursor === null ? null : failureOf(await ask(altered(cursor, place, value)));
        },
      })),
      {
        what: `${route.name} with the cursor of another organization`,
        got: async () => {
          const cursor = await firstCursor(api.stranger.key, theirs);
          if (cursor === null) return null;
          const answer = await ask(cursor);
          return failureOf(answer) ?? (answer.text.includes(foreignMark) ? answer.text : null);
        },
      },
    ];
  });

const failureOf = ({ status, text }: TestResponse): string | null => (status >= 500 ? `${status} ${text}` : null);

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

function altered(cursor: string, place: number, value: unknown): string {
  const content = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as readonly unknown[];
  return Buffer.from(JSON.stringify(content.map((each, at) => (at === place ? value : each)))).toString('base64url');
}
