// Creates a provider for tests, which requests a source at the URL that an organization configures.
/** @typedef {import('@tamis/enrichment').Provider} Provider */

const found = { status: 200, headers: {}, body: '{"taxId":"11222333000181","legalName":"Invented"}' };

/** @type {(code: string, message: string) => import('@tamis/stdx').Result<never, never>} */
const failure = (code, message) => /** @type {never} */ ({ ok: false, error: { code, message } });

/**
 * @param {string} code
 * @param {Partial<Provider['calls']>} calls
 * @returns {Provider}
 */
export const fakeProvider = (code, calls = {}) => ({
  code,
  name: `Fake ${code}`,
  description: 'Says a name',
  documentation: 'https://source.receiver.test',
  type: 'enrichment',
  status: 'available',
  capabilities: ['basic_data'],
  countries: ['GLOBAL'],
  entityTypes: ['person', 'company'],
  priceCents: 7,
  input: { oneOf: [['name']], parameters: [{ name: 'mark', type: 'string', required: false, description: 'any' }] },
  settings: [{ name: 'baseUrl', description: 'address', isSecret: false, isRequired: true }],
  provides: ['legalName'],
  reliability: 'community',
  confidence: 0.5,
  supportsMonitoring: false,
  supportsWithoutEntity: true,
  reach: { hosts: ['{baseUrl}'], datasets: [] },
  calls: { timeoutMs: 30_000, attempts: 1, perMinute: 6_000_000, atOnce: 128, repeat: 'safe', ...calls },
  cacheDays: 0,
  subjectAt: {},
  version: 1,
  run: async (asked, world) => {
    const mark = encodeURIComponent(String(asked.parameters.mark ?? ''));
    const url = `${world.setting('baseUrl')}?mark=${mark}&key=${world.requestKey}`;
    const answered = await world.ask({ method: 'GET', url });
    if (!answered.ok) return answered;
    if (answered.value.status !== 200) return failure('PROVIDER_ERROR', `status ${answered.value.status}`);
    try {
      return { ok: true, value: JSON.parse(answered.value.body) };
    } catch {
      return failure('PROVIDER_ERROR', 'no JSON');
    }
  },
  normalize: (raw) =>
    typeof raw?.legalName === 'string'
      ? { ok: true, value: { legalName: raw.legalName } }
      : failure('NORMALIZATION_FAILED', 'legalName is no text'),
  recordings: [
    {
      name: 'success',
      asked: { type: 'company', country: 'BR', taxId: '11222333000181', name: 'Invented', emails: [], phones: [] },
      response: found,
      outcome: 'ok',
    },
  ],
});

/** Providers that differ in how they may be retried after a crash, and one that allows its results to be cached. */
export const fakeProviders = [
  fakeProvider('global_fake_safe'),
  fakeProvider('global_fake_keyed', { repeat: 'keyed' }),
  fakeProvider('global_fake_unsafe', { repeat: 'unsafe' }),
  fakeProvider('global_fake_retried', { attempts: 3 }),
  { ...fakeProvider('global_fake_cached'), cacheDays: 7 },
];
