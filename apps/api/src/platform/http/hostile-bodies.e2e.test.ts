import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';

import { hostileBodyCases } from '../../../test/support/hostile-body-cases.js';
import { jsonTestSuite, naughtyStrings, refusedBodies, refusedTypes } from '../../../test/support/hostile-bodies.js';
import { listRoutes, type Route } from '../../../test/support/list-routes.js';
import { publicRoutes } from '../../../test/support/public-routes.js';
import { tenancyCases } from '../../../test/support/route-cases.js';
import { type TestResponse, startTestApi, type TestApi } from '../../../test/support/start-test-api.js';
import { makeTenantRecords, type TenantRecords } from '../../../test/support/tenant-records.js';

const readsBody = ({ method }: Route): boolean => ['POST', 'PUT', 'PATCH'].includes(method);

/** Routes of imports and labels. They read the largest of these bodies, but find no known field in them. */
const readLarge: ReadonlySet<string> = new Set([
  'POST /data-lists/:id/items/bulk',
  'POST /entities/automatic/bulk',
  'POST /entities/batch/background',
  'POST /transactions/batch',
  'POST /transactions/batch/background',
  'POST /transactions/batch/background-multi',
  'POST /batch-import/validate-csv',
  'POST /rules/dry-runs',
  'POST /rules/sweeps',
]);

/** Routes that accept forms with files. Their own tests cover invalid forms. */
const readForms: ReadonlySet<string> = new Set([
  'POST /batch-import/import/transactions',
  'POST /transactions/batch/upload',
  'POST /batch-import/import/user-events',
  'POST /batch-import/import/entities',
  'POST /batch-import/validate-csv',
]);

const isForm = (headers: Readonly<Record<string, string>>): boolean =>
  headers['content-type']?.startsWith('multipart/') === true;

interface Task {
  readonly route: Route;
  readonly name: string;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns what is wrong with the response; `null` if nothing is. */
  readonly problem: (answer: TestResponse) => string | null;
}

const bodyMessage = ({ body }: TestResponse): string => String((body?.details ?? body?.error?.details)?.body);

/** Only one of this many cases is sent to each route. */
const share = wholeOrPart(1, 64);
const shareOfRefused = wholeOrPart(1, 8);

// Sends thousands of requests, and the machine may be busy.
jest.setTimeout(900_000);

describe('hostile bodies on every route that reads a body', () => {
  let api: TestApi;
  let mine: TenantRecords;
  let routes: readonly Route[];
  beforeAll(async () => {
    api = await startTestApi();
    mine = await makeTenantRecords(api, api.production, 'own-mark', '11.444.777/0001-61');
    routes = listRoutes(api.app).filter((route) => readsBody(route) && !route.path.startsWith('/docs'));
  });
  afterAll(() => api?.stop());

  const send = ({ route, body, headers }: Task): Promise<TestResponse> => {
    const tenancy = tenancyCases[route.name]!;
    const value = 'record' in tenancy ? mine[tenancy.record] : 'x';
    const path = route.path.replace(/:\w+/, encodeURIComponent(value)).replaceAll(/:\w+/g, 'x');
    return api.call(path, { method: route.method, body, ...(headers && { headers }) });
  };

  /** Returns what is wrong with the responses. A status of 500 or above is always wrong. */
  const failuresOf = async (tasks: readonly Task[]): Promise<readonly string[]> => {
    const failures: string[] = [];
    let next = 0;
    const worker = async (): Promise<void> => {
      for (let task = tasks[next++]; task; task = tasks[next++]) {
        const answer = await send(task);
        const problem = answer.status >= 500 ? 'failed' : (shapeProblem(task.route, answer) ?? task.problem(answer));
        if (problem) failures.push(`${task.route.name} ${task.name}: ${problem}: ${answer.status} ${answer.text}`);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return failures;
  };

  const report = (figure: string, tasks: readonly Task[], failures: readonly string[]): void =>
    reportPromise(29, {
      figure: `${routes.length} routes, ${tasks.length} ${figure}: ${failures.length} failures, ${failures.filter((text) => text.includes(': failed: ')).length} answers of 500`,
      target: '0 answers of 5xx, 400, 413 or 415 where due',
      holds: failures.length === 0,
    });

  /**
   * Distributes the cases so that each route gets a share and each case is used on some routes. All are used on all routes when promises
   * are demonstrated.
   */
  const spread = <T>(cases: readonly T[], task: (route: Route, each: T) => Task, one = share): readonly Task[] =>
    routes.flatMap((route, place) =>
      cases.filter((_, index) => (index + place + partSeed) % one === 0).map((each) => task(route, each)),
    );

  it('promise 29: the parser suite: what must be refused is, with 400, and nothing ends in a 500', async () => {
    expect([jsonTestSuite.length, routes.length > 20]).toEqual([318, true]);
    const tasks = spread(jsonTestSuite, (route, { name, bytes }) => ({
      route,
      name,
      body: bytes,
      problem: ({ status }) => (name.startsWith('n_') && status !== 400 && !isKeyless(route) ? 'not refused' : null),
    }));
    const failures = await failuresOf(tasks);
    report('bodies of JSONTestSuite', tasks, failures);
    expect(failures).toEqual([]);
  });

  it('promise 29: bodies that cannot be kept, are too deep or too large, and other content types', async () => {
    const bodies = spread(
      refusedBodies,
      (route, { name, bytes, status, reason, isOfSize }) => ({
        route,
        name,
        body: bytes,
        problem: (answer) => {
          if (isKeyless(route) && answer.status < 500) return null;
          if (isOfSize && readLarge.has(route.name)) return answer.status === 400 ? null : 'not 400';
          if (answer.status !== status) return `not ${status}`;
          return status === 400 && !bodyMessage(answer).includes(reason) ? `not for ${reason}` : null;
        },
      }),
      shareOfRefused,
    );
    const types = spread(
      refusedTypes,
      (route, headers) => ({
        route,
        name: JSON.stringify(headers),
        body: '{}',
        headers,
        problem: ({ status }) =>
          status === (isForm(headers) && readForms.has(route.name) ? 400 : 415) ? null : 'not 415',
      }),
      shareOfRefused,
    );
    const failures = await failuresOf([...bodies, ...types]);
    report('bodies that must be refused', [...bodies, ...types], failures);
    expect(failures).toEqual([]);
  });

  it('promise 29: naughty strings as a body, as a key and in every text of a valid body', async () => {
    expect(naughtyStrings).toHaveLength(515);
    const tasks = spread(naughtyStrings, (route, text) => ({
      route,
      name: JSON.stringify(text),
      body: { ...withText(hostileBodyCases[route.name]?.(mine) ?? {}, text), [text]: text },
      problem: () => null,
    }));
    const asText = spread(naughtyStrings.slice(0, 100), (route, text) => ({
      route,
      name: `the body ${JSON.stringify(text)}`,
      body: text === '' ? ' ' : text,
      problem: () => null,
    }));
    const failures = await failuresOf([...tasks, ...asText]);
    report('bodies with naughty strings', [...tasks, ...asText], failures);
    expect(failures).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect((await api.call('/auth/test')).status).toBe(200);
  });

  const isKeyless = ({ name }: Route): boolean => name in publicRoutes;

  /** Checks that an error has its shape, a request id and a code from the catalogue, and reveals no internals. */
  function shapeProblem(route: Route, { status, body, text, headers }: TestResponse): string | null {
    if (headers.get('x-request-id') === null) return 'no X-Request-Id';
    if (status < 400) return null;
    if (body?.requestId !== headers.get('x-request-id')) return 'no request id';
    if (typeof (body.error?.code ?? body.code) !== 'string' || body.status !== status) return 'no shape';
    const inside =
      /node_modules|\bat \w+ \(|[\w/]+\.[jt]s:\d+|select .* from|insert into|postgres|typeorm|fastify|FST_ERR/i;
    return inside.test(text.replaceAll(JSON.stringify(body.instance), '')) && !isEcho(route)
      ? 'tells of the inside'
      : null;
  }

  /** Findings about rules quote the submitted text. */
  const isEcho = ({ path }: Route): boolean => path.startsWith('/rules') || path.startsWith('/risk-matrices');
});

/** Returns the same body with every text replaced by this one. */
function withText(body: object, text: string): object {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [key, typeof value === 'string' && !fixed.has(key) ? text : value]),
  );
}

/** Fields that determine the meaning of the others. */
const fixed: ReadonlySet<string> = new Set(['type', 'source', 'currency', 'countryCode']);
