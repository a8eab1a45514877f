import { wholeOrPart } from '@tamis/testkit';

import { createPersonAgent, type PersonAgent } from '../../apps/api/test/support/person-agent.js';
import { createRule } from '../../apps/api/test/support/rule-samples.js';
import { password, usePeople } from '../../apps/api/test/support/use-people.js';
import { type Attack, partOf, tryAll } from './attack.js';
import { afterMassAssignment, costlyBodies, hostileBodies, massAssignment } from './classes/bodies.js';
import { keysInAddresses, withoutKeys } from './classes/credentials.js';
import { crossSite } from './classes/cross-site.js';
import { duplicates } from './classes/duplicates.js';
import { foreignIds } from './classes/foreign-ids.js';
import { afterInjection, injected } from './classes/injection.js';
import { addressesAsNumbers, innerAddresses } from './classes/inner-addresses.js';
import { malformedRequests } from './classes/malformed-requests.js';
import { forgedCursors, oddQueries } from './classes/queries.js';
import { attacksOn, type Names, permissionsOfKeys } from './classes/walls.js';
import { makeWorld, type World } from './world.js';

// Sends thousands of requests on a machine that may be busy.
jest.setTimeout(3_600_000);

describe('attacks', () => {
  const people = usePeople();
  let world: World;
  let names: Names;
  let keys: Names;
  const owners = new Map<number, Promise<PersonAgent>>();
  beforeAll(async () => {
    world = await makeWorld(people.api());
    ({ names, keys } = await makeNames());
  });

  /** Classes of attacks. The number n means that `npm test` tries one in n of them. */
  const classes: readonly (readonly [string, number, () => Promise<readonly Attack[]> | readonly Attack[]])[] = [
    ['no key, or one that is none', 40, () => withoutKeys(world)],
    ['keys in addresses', 40, () => keysInAddresses(world)],
    ['a sandbox on what it shares', 1, () => attacksOn('sandboxRows', world, names, keys)],
    ['a key beyond its bounds', 1, () => attacksOn('boundRows', world, names, keys)],
    ['members and roles above', 1, () => attacksOn('aboveRows', world, names, keys)],
    ['permission by the back door', 1, () => attacksOn('backDoorRows', world, names, keys)],
    ['ids of another organization', 16, () => foreignIds(world)],
    ['pages of other sites', 37, () => crossSite(world, owner)],
    ['addresses as numbers', 1, addressesAsNumbers],
    ['addresses on routes', 8, () => innerAddresses(world)],
    ['requests that are malformed', 2, () => malformedRequests(world)],
    ['parameters at their bounds', 64, () => oddQueries(world)],
    ['cursors that were altered', 8, () => forgedCursors(world)],
    ['simultaneous duplicates', 1, () => duplicates(world, wholeOrPart(10, 1))],
  ];

  it.each(classes)('promise 31: %s', async (name, oneIn, attacksOf) => {
    expect(await tryAll(name, partOf(await attacksOf(), oneIn), name.startsWith('sim') ? 2 : 8)).toEqual([]);
  });

  it('promise 31: bodies that no route may take', async () => {
    const attacks = [...partOf(hostileBodies(world), 64), ...partOf(costlyBodies(world), 32)];
    expect(await tryAll('hostile bodies', attacks)).toEqual([]);
  });

  it('promise 31: fields of the server in bodies of callers', async () => {
    const attacks = partOf(massAssignment(world), 40);
    const through = [
      ...(await tryAll('mass assignment', attacks)),
      ...(await tryAll('mass assignment, in rows', [afterMassAssignment(world)])),
    ];
    expect(through).toEqual([]);
  });

  it('promise 31: texts that something else might run, in every parameter and text', async () => {
    const attacks = partOf(injected(world), 128);
    const through = [
      ...(await tryAll('injection', attacks)),
      ...(await tryAll('injection, after it', [afterInjection(world)])),
    ];
    expect(through).toEqual([]);
  });

  const made = async (path: string, member: string, body: object): Promise<string> => {
    const answer = await world.api.call(path, { body });
    return (answer.body as Record<string, { id: string }>)[member]!.id;
  };

  async function keyOf(permissions: readonly string[], more: object = {}): Promise<readonly [id: string, key: string]> {
    const { api } = world;
    const { apiKey, key } = (await api.call('/api-keys', { body: { name: 'some', permissions, ...more } })).body as {
      apiKey: { id: string };
      key: string;
    };
    await api.pool.query('update api_keys set rate_limit = 1000000, burst_limit = null where id = $1', [apiKey.id]);
    return [apiKey.id, key];
  }

  /** Creates the records that the rows of attacks refer to, and the keys that make the requests. */
  async function makeNames(): Promise<{ readonly names: Names; readonly keys: Names }> {
    const { api, mine } = world;
    const { roles } = (await api.call('/roles')).body as { roles: { id: string; name: string }[] };
    const roleOf = (name: string): string => roles.find((role) => role.name === name)!.id;
    const memberOf = (name: string, roleId: string): Promise<string> =>
      made('/members/invite', 'member', { email: `${name}@walls.example`, roleId });
    const bounds = {
      expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
      ipAllowlist: ['127.0.0.0/8', '::1/128'],
    };
    const [boundedKey, bounded] = await keyOf(permissionsOfKeys['bounded']!, bounds);
    const all = Object.entries(permissionsOfKeys).filter(([name]) => name !== 'bounded');
    const keyed = await Promise.all(
      all.map(async ([name, permissions]) => [name, (await keyOf(permissions))[1]] as const),
    );
    const made2 = {
      ownerMember: await memberOf('owner', roleOf('Owner')),
      secondOwner: await memberOf('owner2', roleOf('Owner')),
      adminMember: await memberOf('admin', roleOf('Admin')),
      customRole: await made('/roles', 'role', { name: 'Walls', permissions: ['rules:read', 'rules:edit'] }),
      billingRole: await made('/roles', 'role', { name: 'Till', permissions: ['billing:manage'] }),
      idleRule: ((await createRule(api, { name: 'Idle', source: undefined, ...idleRule })) as { id: string }).id,
      strongKey: (await keyOf(['rules:read', 'rules:publish']))[0],
      wholeKey: (await keyOf(['rules:read', 'billing:manage']))[0],
      weakKey: (await keyOf(['rules:read']))[0],
    };
    return {
      names: {
        ...(mine as unknown as Names),
        ...made2,
        boundedKey,
        production: api.production.organizationId,
        sandbox: api.sandbox.organizationId,
        ...{ ownerRole: roleOf('Owner'), adminRole: roleOf('Admin'), memberRole: roleOf('Member') },
      },
      keys: { ...Object.fromEntries(keyed), bounded, sandbox: api.sandbox.key },
    };
  }

  /** Returns one of the owners of the organization, created on first use. */
  function owner(index: number): Promise<PersonAgent> {
    if (!owners.has(index)) owners.set(index, newOwner());
    return owners.get(index)!;
  }

  async function newOwner(): Promise<PersonAgent> {
    const { api } = world;
    const email = people.newEmail();
    const body = { email, roleId: names['ownerRole'], environmentAccess: 'both' };
    expect((await api.call('/members/invite', { body })).status).toBe(201);
    const { token } = (await people.letters('mail.invitation', email))[0]!;
    const agent = createPersonAgent(api);
    expect((await agent.call('/auth/invitations/accept', { body: { token, password } })).status).toBe(200);
    return agent.inOrganization(api.production.organizationId);
  }
});

const idleRule = {
  targetEntityTypes: ['transaction'],
  conditions: { operator: 'AND', conditions: [{ field: 'amount', operator: 'gte', value: { $money: '100 USD' } }] },
  actions: [{ type: 'suggestion', suggestion: { value: 'FLAG' } }],
};
