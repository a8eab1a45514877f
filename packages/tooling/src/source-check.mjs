// Compares the present responses of a source with its recordings.
/* global fetch, AbortSignal */

/**
 * @typedef {import('@tamis/enrichment').Provider} Provider
 * @typedef {import('@tamis/enrichment').Asked} Asked
 * @typedef {import('@tamis/enrichment').ProviderWorld} ProviderWorld
 *
 * @typedef {object} SourceCheck
 * @property {string} provider
 * @property {'as recorded' | 'changed' | 'unreachable'} state
 * @property {string} outcome
 * @property {number} fields How many fields of the normalized row it fills.
 * @property {readonly string[]} otherTypes Paths that have another type than in every recording.
 * @property {readonly string[]} gone Paths of every recorded success that it does not send.
 * @property {number} notRecorded How many paths it sends that no recording has.
 */

/** @type {(code: string, message: string) => import('@tamis/stdx').Result<never, any>} */
const problem = (code, message) => /** @type {any} */ ({ ok: false, error: { code, message } });

/** Codes meaning that the source did not respond, rather than that its responses have changed. */
const unreachableCodes = new Set(['PROVIDER_UNAVAILABLE', 'PROVIDER_TIMEOUT', 'PROVIDER_RATE_LIMITED']);

/**
 * Returns the paths of a document with the types of their values. Elements of lists count as one.
 * @type {(value: unknown, path?: string) => string[]}
 */
function formatOf(value, path = '') {
  if (Array.isArray(value)) return value.flatMap((item) => formatOf(item, `${path}[]`));
  if (typeof value !== 'object' || value === null) return value === null ? [] : [`${path}: ${typeof value}`];
  return Object.entries(value).flatMap(([name, member]) => formatOf(member, path === '' ? name : `${path}.${name}`));
}

/** @type {(line: string) => string} */
const pathOf = (line) => line.slice(0, line.lastIndexOf(': '));

/** @type {(bodies: readonly string[]) => string[]} */
const formatOfAll = (bodies) => bodies.flatMap((body) => formatOf(parsed(body)));

/** @type {(text: string) => unknown} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/**
 * Returns the recorded formats, and the paths that every successful response has.
 * @type {(provider: Provider) => { formats: Set<string>, always: string[] }}
 */
function recorded({ recordings }) {
  const formats = recordings.map(({ response, following = [], outcome }) => ({
    isSuccess: outcome === 'ok',
    lines: formatOfAll([response, ...following].flatMap((one) => (one !== null && 'body' in one ? [one.body] : []))),
  }));
  const successes = formats.filter(({ isSuccess }) => isSuccess).map(({ lines }) => new Set(lines.map(pathOf)));
  const always = [...(successes[0] ?? [])].filter((path) => successes.every((paths) => paths.has(path)));
  return { formats: new Set(formats.flatMap(({ lines }) => lines)), always };
}

/**
 * Creates an environment that sends HTTP requests. Errors that a server attributes to the source are treated in the same way here.
 * @type {(bodies: string[], addressOf: (url: string) => string) => ProviderWorld}
 */
const worldOf = (bodies, addressOf) => ({
  now: new Date().toISOString(),
  requestKey: 'check-sources',
  ask: async ({ method, url, headers, body }) => {
    try {
      const request = { method, headers, body, signal: AbortSignal.timeout(30_000) };
      const response = await fetch(addressOf(url), /** @type {RequestInit} */ (request));
      const text = await response.text();
      if (response.status === 429) return problem('PROVIDER_RATE_LIMITED', 'asked too often');
      if (response.status >= 500) return problem('PROVIDER_UNAVAILABLE', `status ${response.status}`);
      bodies.push(text);
      const value = { status: response.status, headers: Object.fromEntries(response.headers), body: text };
      return { ok: true, value };
    } catch (error) {
      const { cause, name } = /** @type {{ cause?: { code?: string, message?: string }, name: string }} */ (error);
      return problem('PROVIDER_UNAVAILABLE', cause?.code ?? cause?.message ?? name);
    }
  },
  resolve: async () => problem('PROVIDER_UNAVAILABLE', 'not asked'),
  lookUp: async () => problem('DATASET_NOT_LOADED', 'not asked'),
  screen: async () => problem('DATASET_NOT_LOADED', 'not asked'),
  setting: () => null,
});

/**
 * Queries a source for one subject. `addressOf` maps a URL to the one that is requested.
 * @type {(provider: Provider, asked: Asked, addressOf?: (url: string) => string) => Promise<SourceCheck>}
 */
export async function checkSource(provider, asked, addressOf = (url) => url) {
  /** @type {string[]} */
  const bodies = [];
  const raw = await provider.run(asked, worldOf(bodies, addressOf));
  const part = raw.ok ? provider.normalize(raw.value, asked) : raw;
  const { formats, always } = recorded(provider);
  const known = new Set([...formats].map(pathOf));
  const sent = [...new Set(formatOfAll(bodies))];
  const paths = new Set(sent.map(pathOf));
  const otherTypes = sent.filter((line) => known.has(pathOf(line)) && !formats.has(line));
  const gone = sent.length > 0 ? always.filter((path) => !paths.has(path)) : [];
  const isUnreachable = !part.ok && unreachableCodes.has(part.error.code);
  const isChanged = !part.ok || otherTypes.length > 0 || gone.length > always.length / 2;
  return {
    provider: provider.code,
    state: isUnreachable ? 'unreachable' : isChanged ? 'changed' : 'as recorded',
    outcome: part.ok ? 'ok' : `${part.error.code}: ${part.error.message}`,
    fields: part.ok ? Object.keys(part.value).length : 0,
    otherTypes,
    gone,
    notRecorded: [...paths].filter((path) => !known.has(path)).length,
  };
}
