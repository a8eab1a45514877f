import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { signInOwner } from '../../../../test/support/sign-in-member.js';
import { newId } from '../../../platform/database/index.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { ownerRole } from '../../tenancy/members/index.js';

describe('members to whom an alert is assigned', () => {
  const api = useTestApi();

  const member = async (access: string): Promise<string> => {
    const [userId, roleId] = [newId(), access === 'none' ? newId() : ownerRole.id];
    await api().pool.query(
      `insert into members (organization_id, id, user_id, email, role_id, environment_access, status)
       values ($1, $2, $3, $4, $5, $6, 'active')`,
      [api().production.organizationId, newId(), userId, `${access}@example.com`, roleId, access],
    );
    return userId;
  };
  const raise = async (key: string): Promise<string> => {
    const person = { type: 'person', name: 'Ana', countryCode: 'BR' };
    const { entity } = (await api().call('/entities', { key, body: person })).body;
    const body = { name: 'Look', severity: 'HIGH', targetEntityId: entity.id };
    return (await api().call('/intelligence/alerts', { key, body })).body.alert.id as string;
  };

  it('have access to its environment', async () => {
    const [production, sandbox] = [api().production.key, api().sandbox.key];
    const [real, played] = [await raise(production), await raise(sandbox)];
    const assign = async (alertId: string, key: string, assignedTo: string): Promise<number> => {
      const asked = { key, method: 'PUT', body: { assignedTo } };
      return (await api().call(`/intelligence/alerts/${alertId}/assign`, asked)).status;
    };
    const statuses: [string, number, number][] = [];
    for (const access of ['both', 'production', 'sandbox', 'none']) {
      const userId = await member(access);
      statuses.push([access, await assign(real, production, userId), await assign(played, sandbox, userId)]);
    }
    expect(statuses).toEqual([
      ['both', 200, 200],
      ['production', 200, 400],
      ['sandbox', 400, 200],
      ['none', 400, 400],
    ]);
  });

  it('are given a case that is opened only by somebody who may assign cases', async () => {
    const { userId: assignedTo } = await signInOwner(api(), 'assignee@example.com');
    const open = async (...permissions: readonly string[]) => {
      const key = await createKeyWith(api(), ...permissions);
      return api().call('/intelligence/investigations', { key, body: { name: 'Given at once', assignedTo } });
    };
    const refused = await open('cases:create');
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'cases:assign']);
    expect((await api().call('/intelligence/investigations')).body.count).toBe(0);
    expect((await open('cases:create', 'cases:assign')).body.investigation).toMatchObject({ assignedTo });
  });
});
