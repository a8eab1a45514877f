import { closeAllSockets, openSocket, type TestSocket } from '../../../../test/support/open-socket.js';
import type { PersonAgent } from '../../../../test/support/person-agent.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { switchOn, useFakeProviders } from '../../../../test/support/use-fake-providers.js';
import { usePeople } from '../../../../test/support/use-people.js';
import { bookByHand } from '../../tenancy/billing/index.js';

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/);

const tokenOf = ({ headers }: TestResponse): string =>
  /__Host-tamis_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')![1]!;

describe('the socket of a person', () => {
  const { api, owner, signIn } = usePeople();
  const fakes = useFakeProviders(api);
  let place: PersonAgent;
  let organizationId: string;
  let socket: TestSocket;
  beforeAll(async () => {
    const boss = await owner();
    organizationId = boss.production.id;
    place = boss.inOrganization(organizationId);
    socket = await openSocket(api().url, { token: tokenOf(await signIn(boss.email)), organizationId });
  });
  afterAll(() => closeAllSockets());

  it('receives what automations do and what they tell the people of the organization', async () => {
    const actions = [{ type: 'send_notification', config: { title: 'Look', body: 'at {{why}}' } }];
    const made = await place.call('/automations', {
      body: { name: 'Tells', triggerType: 'manual_execution', actions },
    });
    const automationId = (made.body as { automation: { id: string } }).automation.id;
    const ran = await place.call(`/automations/${automationId}/run`, { body: { data: { why: 'A-7' } } });
    const { executionId } = ran.body as { executionId: string };
    expect(await socket.waitFor('automation:execution-updated')).toEqual({
      ...{ organizationId, timestamp, automationId, executionId, status: 'completed' },
    });
    expect(await socket.waitFor('notification')).toEqual({
      ...{ organizationId, timestamp, id: uuid, title: 'Look', body: 'at A-7', link: `/automations/${automationId}` },
    });
  });

  it('receives events of members that join, change and leave', async () => {
    const { roles } = (await place.call('/roles')).body as { roles: { id: string; name: string }[] };
    const roleOf = (name: string) => roles.find((role) => role.name === name)!.id;
    const email = 'comes@example.com';
    const invited = await place.call('/members/invite', { body: { email, roleId: roleOf('Member') } });
    const { member } = invited.body as { member: { id: string } };
    const call = (request: object) => place.call(`/members/${member.id}`, request);
    await call({ method: 'PATCH', body: { roleId: roleOf('Admin') } });
    await call({ method: 'DELETE' });
    for (const change of ['invited', 'role_changed', 'removed'])
      expect(await socket.waitFor('member:changed', (body) => body.change === change)).toEqual({
        ...{ organizationId, timestamp, email, change },
      });
  });

  it('receives the balance and the results of enrichments', async () => {
    const reference = 'for the sockets';
    await bookByHand(api().pool, { organizationId, kind: 'adjust', reference, amountCents: 100, reason: 'test' });
    expect(await socket.waitFor('billing:balance-updated')).toEqual({ organizationId, timestamp, balanceCents: 100 });
    const call = (path: string, request: object) => place.call(path, request);
    await switchOn({ ...api(), call }, 'global_fake_safe', fakes().source.baseUrl);
    const company = { type: 'company', name: 'Acme', countryCode: 'US' };
    const { entity } = (await place.call('/entities', { body: company })).body as { entity: { id: string } };
    expect((await socket.subscribe(`entity:${entity.id}`)).success).toBe(true);
    const body = { entityId: entity.id, integrationCodes: ['global_fake_safe'] };
    await place.call('/integration-execution/marketplace/enrichment', { body });
    expect(await socket.waitFor('entity:enrichment-completed')).toEqual({
      ...{ organizationId, timestamp, entityId: entity.id, requestId: uuid, status: 'completed' },
      results: [{ enrichmentId: uuid, integrationCode: 'global_fake_safe', success: true, costCents: 7, error: null }],
    });
  });
});
