import { signInOwner } from './support/sign-in-member.js';
import { type Body, startTestApi, type TestApi } from './support/start-test-api.js';

/** A record that people edit, whose arrays and objects are replaced as a whole. */
interface Versioned {
  readonly make: (api: TestApi) => Promise<{ readonly path: string; readonly version: number }>;
  readonly changes: readonly [object, object];
  readonly recordOf: (body: Body) => Body;
}

let names = 0;
const memberRole = '00000000-0000-7000-8000-000000000003';

const made = (path: string, { id, version }: Body) => ({ path: `${path}/${id}`, version: version as number });

const nouns: Readonly<Record<string, Versioned>> = {
  'a role': {
    make: async (api) => {
      const body = { name: `Reader ${(names += 1)}`, permissions: ['rules:read'] };
      return made('/roles', (await api.call('/roles', { body })).body.role);
    },
    changes: [{ permissions: ['rules:read', 'alerts:read'] }, { permissions: ['cases:read'] }],
    recordOf: ({ role }) => role,
  },
  'a member': {
    make: async (api) => {
      const body = { email: `reader-${(names += 1)}@example.com`, roleId: memberRole };
      return made('/members', (await api.call('/members/invite', { body })).body.member);
    },
    changes: [{ firstName: 'Ana' }, { environmentAccess: 'sandbox' }],
    recordOf: ({ member }) => member,
  },
  'a team': {
    make: async (api) =>
      made('/teams', (await api.call('/teams', { body: { name: `Team ${(names += 1)}` } })).body.team),
    changes: [{ description: 'Sanctions' }, { description: 'Fraud' }],
    recordOf: ({ team }) => team,
  },
  'an investigation': {
    make: async (api) => {
      const { body } = await api.call('/intelligence/investigations', { body: { name: 'Payments' } });
      return made('/intelligence/investigations', body.investigation);
    },
    changes: [{ tags: ['mule'] }, { description: 'New account' }],
    recordOf: ({ investigation }) => investigation,
  },
  'the settings of an organization': {
    make: async (api) => {
      const path = `/organizations/${api.production.organizationId}`;
      return { path, version: (await api.call(path)).body.organization.version as number };
    },
    changes: [{ reportingCurrencies: ['BRL'] }, { reportingCurrencies: ['CLP', 'MXN'] }],
    recordOf: ({ organization }) => organization,
  },
  'an API key': {
    make: async (api) => {
      const { apiKey } = (await api.call('/api-keys', { body: { name: 'Key', permissions: ['rules:read'] } })).body;
      return made('/api-keys', apiKey);
    },
    changes: [{ ipAllowlist: ['192.0.2.0/24'] }, { ipAllowlist: ['10.0.0.0/8'] }],
    recordOf: ({ apiKey }) => apiKey,
  },
  'a webhook': {
    make: async (api) => {
      const body = { name: 'Hook', url: 'https://93.184.216.34/hook', events: ['alert.*'] };
      return made('/webhook-config', (await api.call('/webhook-config', { body })).body.webhook);
    },
    changes: [{ events: ['entity.created'] }, { filters: { countries: ['BR'] } }],
    recordOf: ({ webhook }) => webhook,
  },
  'a data list': {
    make: async (api) => {
      const body = { name: 'List', type: 'custom', source: 'manual_entry' };
      return made('/data-lists', (await api.call('/data-lists', { body })).body.data);
    },
    changes: [{ config: { note: 'one' } }, { fieldMappings: { primaryValue: 'value' } }],
    recordOf: ({ data }) => data,
  },
  'the billing settings': {
    make: async (api) => ({
      path: '/billing/settings',
      version: (await api.call('/billing/settings')).body.settings.version as number,
    }),
    changes: [{ autoTopUp: { thresholdCents: 700 } }, { autoTopUp: { thresholdCents: 900 } }],
    recordOf: ({ settings }) => settings,
  },
};

describe('people who edit the same record', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startTestApi();
  });
  afterAll(() => api?.stop());

  const patch = (path: string, body: object) => api.call(path, { method: 'PATCH', body });

  it.each(Object.entries(nouns))(
    'do not overwrite what another has saved: %s',
    async (_, { make, changes, recordOf }) => {
      const { path, version } = await make(api);
      const answers = await Promise.all(changes.map((change) => patch(path, { ...change, ifVersion: version })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const won = answers.findIndex(({ status }) => status === 200);
      expect(answers[1 - won]!.body.error).toMatchObject({
        code: 'VERSION_CONFLICT',
        details: { currentVersion: version + 1 },
      });
      expect(recordOf(answers[won]!.body)).toMatchObject({ ...changes[won], version: version + 1 });
      const again = await patch(path, { ...changes[1 - won], ifVersion: version + 1 });
      expect([again.status, recordOf(again.body)]).toEqual([200, expect.objectContaining({ version: version + 2 })]);
    },
  );

  it('may omit the version, and a change that changes nothing makes none', async () => {
    for (const { make, changes, recordOf } of Object.values(nouns)) {
      const { path, version: initial } = await make(api);
      // The settings are those of the test before, which may have ended with either change.
      const first = await patch(path, changes[0]);
      const version = first.status === 200 ? (recordOf(first.body).version as number) : initial;
      expect(recordOf((await patch(path, changes[1])).body)).toMatchObject({ version: version + 1 });
      const same = await patch(path, changes[1]);
      if (same.status === 200) expect(recordOf(same.body)).toMatchObject({ version: version + 1 });
      else expect(same.body.error.code).toBe('NO_CHANGES');
    }
  });

  it('work on a case: its status and assignee change once, and its alerts do not interfere', async () => {
    const { user } = await signInOwner(api, 'analyst@example.com').then(({ userId }) => ({ user: userId }));
    const { body } = await api.call('/intelligence/investigations', { body: { name: 'Payments' } });
    const path = `/intelligence/investigations/${body.investigation.id}`;
    const send = (below: string, method: string, change: object) =>
      api.call(`${path}/${below}`, { method, body: change });
    const both = await Promise.all([
      send('status', 'PATCH', { status: 'ESCALATED', ifVersion: 1 }),
      send('assign', 'PUT', { assignedTo: user, ifVersion: 1 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const entity = await api.call('/entities', { body: { type: 'person', name: 'Ana', countryCode: 'SE' } });
    const alert = { name: 'Odd', severity: 'LOW', targetEntityId: entity.body.entity.id };
    const { alert: raised } = (await api.call('/intelligence/alerts', { body: alert })).body;
    expect((await send('alerts', 'POST', { alertIds: [raised.id] })).status).toBe(200);
    const renamed = await patch(path, { name: 'Payments to one account', ifVersion: 2 });
    expect(renamed.body.investigation).toMatchObject({ alertCount: 1, version: 3 });
  });

  it('change the name in production and settings in the sandbox', async () => {
    const { production, sandbox } = api;
    const sandboxPath = `/organizations/${sandbox.organizationId}`;
    const { version } = (await api.call(sandboxPath, { key: sandbox.key })).body.organization;
    await patch(`/organizations/${production.organizationId}`, { name: 'Renamed Bank' });
    const late = { language: 'pt-BR', ifVersion: version as number };
    const answer = await api.call(sandboxPath, { method: 'PATCH', key: sandbox.key, body: late });
    expect([answer.status, answer.body.error.details]).toEqual([409, { currentVersion: version + 1 }]);
  });
});
