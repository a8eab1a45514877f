import { reportPromise } from '@tamis/testkit';

import { requestOf } from '../../apps/api/test/support/ask-route.js';
import type { Route } from '../../apps/api/test/support/list-routes.js';
import type { PersonAgent } from '../../apps/api/test/support/person-agent.js';
import type { TestResponse } from '../../apps/api/test/support/start-test-api.js';
import { type TenantRecords, unknownRecords } from '../../apps/api/test/support/tenant-records.js';
import { password, usePeople } from '../../apps/api/test/support/use-people.js';
import { createPersonAgent } from '../../apps/api/test/support/person-agent.js';
import { type Attack, partOf, tryAll } from './attack.js';
import { namedRights, opens, rightsOf, routeRights } from './route-rights.js';
import { accesses, allRights, customRoles, standardRoles } from './standard-roles.js';
import { makeWorld, type World } from './world.js';

jest.setTimeout(600_000);

interface MadeKey {
  readonly apiKey: { readonly id: string };
  readonly key: string;
}

const columnMapping = { id: 'externalId' };

/** Bodies for routes where the required permission depends on what the body requests. */
const bodiesByRight: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'POST /batch-import/mappings': {
    'entities:bulk_import': { name: 'people', target: 'entity_person', columnMapping },
    'events:create': { name: 'events', target: 'user_event', columnMapping: { type: 'eventType' } },
  },
};

describe('permissions of routes', () => {
  const people = usePeople();
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(people.api());
  });

  const ask = (route: Route, key: string, records: TenantRecords = unknownRecords, more: object = {}) => {
    const { path, ...request } = requestOf(route, records);
    return world.api.call(path, { ...request, ...more, key });
  };
  const keys = new Map<string, string>();
  const keyWith = async (permissions: readonly string[]): Promise<string> => {
    const known = keys.get(permissions.join());
    if (known !== undefined) return known;
    const { apiKey, key } = (await world.api.call('/api-keys', { body: { name: 'some', permissions } }))
      .body as MadeKey;
    const unlimited = 'update api_keys set rate_limit = 1000000, burst_limit = null where id = $1';
    await world.api.pool.query(unlimited, [apiKey.id]);
    keys.set(permissions.join(), key);
    return key;
  };
  /** Returns the permission that a refusal names. */
  const lackingIn = ({ status, text }: TestResponse): string | undefined =>
    status === 403
      ? /"requiredPermission":"([\w:]+)"|lacks the permission ([\w:]+)/.exec(text)?.slice(1).find(Boolean)
      : undefined;
  const isRefused = (answer: TestResponse): boolean => lackingIn(answer) !== undefined;

  it('are listed in a table derived from the contract: each route has a line, each line a route', () => {
    expect(routeRights.map(({ name }) => name).sort()).toEqual(world.routes.map(({ name }) => name).sort());
    expect(new Set(routeRights.map(({ name }) => name)).size).toBe(routeRights.length);
    const environments = ['own', 'shared', 'name', 'sandbox'];
    expect(routeRights.filter(({ environment }) => !environments.includes(environment))).toEqual([]);
    expect(routeRights.filter(({ source }) => !/^(platform|shapes|workflow|issue) \d|^decided$/.test(source))).toEqual(
      [],
    );
    expect(namedRights.filter((right) => !allRights.includes(right))).toEqual([]);
  });

  it('promise 4: a key opens a route with what the contract asks for alone, and with nothing else', async () => {
    const wrong: string[] = [];
    let cells = 0;
    for (const route of world.routes) {
      const { rights } = rightsOf.get(route.name)!;
      if (rights === null || rights.length === 0) continue;
      cells += allRights.length;
      for (const enough of rights) {
        const body = bodiesByRight[route.name]?.[enough.join()];
        const alone = await ask(route, await keyWith(enough), unknownRecords, body && { body });
        if (isRefused(alone) || alone.status === 401) wrong.push(`${route.name} is shut to ${enough.join(' and ')}`);
      }
      // Leaves out one permission of each way to open the route: all other permissions together must not open it.
      const closed = new Set(rights.map(([first]) => first!));
      const lacking = [closed, ...rights.flatMap((enough) => enough.slice(1).map((each) => new Set([each])))];
      for (const missing of lacking) {
        const others = await keyWith(allRights.filter((right) => !missing.has(right)));
        const asked = await ask(route, others);
        // Access to a stored run depends on the run itself, so this needs an existing record.
        const shut = lackingIn(asked.status === 404 ? await ask(route, others, world.mine) : asked);
        if (shut === undefined || !missing.has(shut))
          wrong.push(`${route.name} opens without ${[...missing].join(', ')}: ${asked.status}`);
      }
    }
    reportPromise(4, {
      figure: `${cells} cells of ${routeRights.length} routes and ${allRights.length} permissions, ${wrong.length} otherwise than the contract's table`,
      target: '100 % of cells as the table says',
      holds: wrong.length === 0,
    });
    expect(wrong).toEqual([]);
  });

  it('promise 3: what production shares with its sandbox is changed with the rights of production alone', async () => {
    const { api, mine, sandbox } = world;
    const shared = ['members', 'roles', 'users'];
    const state = async (): Promise<string> => {
      const rows = await Promise.all([
        ...shared.map((table) =>
          api.pool.query(`select md5(string_agg(r::text, ',' order by r::text)) from ${table} r`),
        ),
        api.pool.query(
          'select count(*)::int as count, string_agg(name || plan, $1 order by id) as names from organizations',
          [','],
        ),
      ]);
      return JSON.stringify(rows.map((each) => each.rows));
    };
    const before = await state();
    const wrong: string[] = [];
    let asked = 0;
    const closed = world.routes.filter(({ name }) => ['shared', 'name'].includes(rightsOf.get(name)!.environment));
    for (const route of closed)
      for (const records of [mine, sandbox]) {
        asked += 1;
        const { status, text } = await ask(route, api.sandbox.key, records);
        // To a sandbox, the organization of production is unknown.
        if (status !== 403 && !(status === 404 && records === mine)) wrong.push(`${route.name}: ${status} ${text}`);
      }
    const isSame = (await state()) === before;
    reportPromise(3, {
      figure: `${asked} changes of what is shared asked by a sandbox on ${closed.length} routes of the contract's table, ${wrong.length} done`,
      target: '0',
      holds: wrong.length === 0 && isSame,
    });
    expect(wrong).toEqual([]);
    expect(isSame).toBe(true);
    expect(closed.length).toBeGreaterThan(6);
  });

  it('promise 31: roles by routes by environments: a member does what the role may, where the access reaches', async () => {
    const attacks = await membersOnRoutes();
    const through = await tryAll('roles × routes × environments', partOf(attacks, 16));
    expect(through).toEqual([]);
  });

  /** Returns one attack for each combination of a role with its access, a route, and one of the two organizations. */
  async function membersOnRoutes(): Promise<readonly Attack[]> {
    const { api } = world;
    const roles = { ...standardRoles, ...customRoles };
    const combined = Object.keys(roles).flatMap((role) =>
      (role === 'Admin' ? Object.keys(accesses) : ['both']).map((access) => ({ role, access })),
    );
    const cells: Attack[] = [];
    for (const { role, access } of combined)
      for (const environment of ['production', 'sandbox'] as const) {
        // Uses a different member for each environment, because all routes of both exceed one person's requests per minute.
        const member = await memberOf(role, roles[role]!, access);
        const agent = member.inOrganization(api[environment].organizationId);
        for (const route of world.routes) {
          const rights = rightsOf.get(route.name)!;
          if (rights.who !== 'key') continue;
          const reaches = accesses[access]!.includes(environment);
          const mayPass = reaches && opens(rights, roles[role]!);
          const what = `${role} with access to ${access} asks ${route.name} in ${environment}`;
          cells.push({ what, got: () => cell(agent, route, mayPass) });
        }
      }
    return cells;
  }

  async function cell(agent: PersonAgent, route: Route, mayPass: boolean): Promise<string | null> {
    const { path, ...request } = requestOf(route, unknownRecords);
    const answer = await agent.call(path, request);
    const isShut = answer.status === 403 && (isRefused(answer) || answer.text.includes('You have no access'));
    return isShut === !mayPass && answer.status !== 401 ? null : `${answer.status} ${answer.text}`;
  }

  async function memberOf(
    role: string,
    permissions: ReadonlySet<string>,
    environmentAccess: string,
  ): Promise<PersonAgent> {
    const { api } = world;
    const roles = (await api.call('/roles')).body as { roles: { id: string; name: string }[] };
    const known = roles.roles.find(({ name }) => name === role);
    const body = { name: role, permissions: [...permissions] };
    const roleId = known?.id ?? ((await api.call('/roles', { body })).body as { role: { id: string } }).role.id;
    const email = people.newEmail();
    const invited = await api.call('/members/invite', { body: { email, roleId, environmentAccess } });
    expect(invited.status).toBe(201);
    const { token } = (await people.letters('mail.invitation', email))[0]!;
    const person = createPersonAgent(api);
    expect((await person.call('/auth/invitations/accept', { body: { token, password } })).status).toBe(200);
    return person;
  }
});
