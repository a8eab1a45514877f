import { type Body, startTestApi, type TestApi } from './support/start-test-api.js';

/** A record that people edit, whose arrays and objects are replaced as a whole. */
interface Versioned {
  readonly make: (api: TestApi) => Promise<{ readonly path: string; readonly version: number }>;
  readonly changes: readonly [object, object];
  readonly recordOf: (body: Body) => Body;
}

let roles = 0;

const made = (path: string, { id, version }: Body) => ({ path: `${path}/${id}`, version: version as number });

const nouns: Readonly<Record<string, Versioned>> = {
  'a role': {
    make: async (api) => {
      const body = { name: `Reader ${(roles += 1)}`, permissions: ['rules:read'] };
      return made('/roles', (await api.call('/roles', { body })).body.role);
    },
    changes: [{ permissions: ['rules:read', 'alerts:read'] }, { permissions: ['cases:read'] }],
    recordOf: ({ role }) => role,
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
      // The billing settings are those of the test before, which may have ended with either change.
      const first = await patch(path, changes[0]);
      const version = first.status === 200 ? (recordOf(first.body).version as number) : initial;
      expect(recordOf((await patch(path, changes[1])).body)).toMatchObject({ version: version + 1 });
      const same = await patch(path, changes[1]);
      if (same.status === 200) expect(recordOf(same.body)).toMatchObject({ version: version + 1 });
      else expect(same.body.error.code).toBe('NO_CHANGES');
    }
  });
});
