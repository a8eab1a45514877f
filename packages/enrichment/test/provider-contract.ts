import {
  askedOf,
  checkInput,
  companyFields,
  fieldsEnriched,
  itemCodes,
  marketplaceItem,
  normalizedFields,
  personFields,
  type Provider,
  type ProviderResponse,
  type RecordedResponse,
  type Recording,
  recordedWorld,
} from '../src/index.js';
import { textLimits } from '../src/reading/clean-text.js';
import { execute, today } from './recorded-run.js';

const responsesOf = ({ response, following = [] }: Recording): readonly RecordedResponse[] => [
  ...(response === null ? [] : [response]),
  ...following,
];

/** Returns the recording with the response at one index replaced. */
function withResponse(recording: Recording, index: number, response: RecordedResponse): Recording {
  const responses = responsesOf(recording).with(index, response);
  return { ...recording, response: responses[0]!, following: responses.slice(1) };
}

/** Returns one recording for each change that a source could make to each response with a body. */
function withBodies(recording: Recording, change: (response: ProviderResponse) => readonly ProviderResponse[]) {
  return responsesOf(recording).flatMap((response, index) =>
    'status' in response ? change(response).map((changed) => withResponse(recording, index, changed)) : [],
  );
}

/** Returns copies of a document in which one value at a time is replaced by one of another type. */
function wrongTypes(value: unknown): readonly unknown[] {
  const others = [null, true, 7, -1.5, 'text', '\u202e\u0000x', [], [null], {}, { a: [1] }, '9'.repeat(5_000)];
  const inside = Array.isArray(value)
    ? value.flatMap((item, index) =>
        wrongTypes(item).map((changed): unknown[] => value.with(index, changed) as unknown[]),
      )
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([name, member]) =>
          wrongTypes(member).map((changed) => ({ ...value, [name]: changed })),
        )
      : [];
  return [...others, ...inside];
}

/** One or more sentences written by this product, with nothing from the source. */
const messageForm = /^[\w`][\p{ASCII}]{10,200}[.]$/u;

/**
 * Returns `ok` or the code of the problem. The provider must return a clean part or a problem with a known code and a message of the
 * product, and must never throw.
 */
export async function outcomeOf(provider: Provider, recording: Recording): Promise<string> {
  const result = await execute(provider, recording);
  if (result.ok) {
    expectClean(result.value);
    return 'ok';
  }
  const { code, message } = result.error;
  if (!itemCodes.includes(code) || !messageForm.test(message)) throw new Error(`not a problem: ${code} ${message}`);
  return code;
}

/** Checks that texts are short and contain no deceptive characters, that numbers are finite, and that nothing is empty. */
function expectClean(value: unknown): void {
  const wrong = (value: unknown): boolean => {
    if (typeof value === 'string')
      return (
        value === '' || value.length > textLimits.long * 2 || /[\p{Cc}\p{Cf}]/u.test(value) || !value.isWellFormed()
      );
    if (typeof value === 'number') return !Number.isFinite(value);
    if (typeof value === 'object' && value !== null) return Object.values(value).some(wrong);
    return typeof value !== 'boolean';
  };
  if (wrong(value)) throw new Error(`not clean: ${JSON.stringify(value)}`);
}

interface Clause<Held extends readonly unknown[]> {
  readonly title: string;
  readonly hold: (...held: Held) => Promise<void>;
}

/** Conditions that every declaration fulfils. */
export const declarationContract: readonly Clause<[Provider]>[] = [
  {
    title: 'its code says where it is from and what it is',
    hold: async (provider) => {
      expect(provider.code).toMatch(/^(?:sanctions_screening|(?:[a-z]{2}|global)_[a-z0-9]+_[a-z0-9]+(?:_[a-z0-9]+)*)$/);
      expect(provider.type === 'check').toBe(provider.code.endsWith('_check'));
    },
  },
  {
    title: 'its figures are in their limits',
    hold: async (provider) => {
      expect(Number.isSafeInteger(provider.priceCents) && provider.priceCents >= 0).toBe(true);
      expect(provider.confidence).toBeGreaterThan(0);
      expect(provider.confidence).toBeLessThanOrEqual(1);
      expect(provider.cacheDays).toBeLessThanOrEqual(30);
      expect(provider.calls.timeoutMs).toBeLessThanOrEqual(60_000);
      expect(provider.calls.attempts).toBeGreaterThan(0);
      expect(provider.calls.maxResponseBytes ?? 0).toBeLessThanOrEqual(4 * 1024 * 1024);
      expect(provider.countries.every((country) => /^(?:[A-Z]{2}|GLOBAL)$/.test(country))).toBe(true);
      expect(provider.documentation).toMatch(/^https:/);
      expect(marketplaceItem(provider).requiredFields).not.toHaveLength(0);
    },
  },
  {
    title: 'what it provides is in the row of each type it knows',
    hold: async (provider) => {
      const rows = { company: companyFields, person: personFields };
      for (const path of provider.provides)
        for (const type of provider.entityTypes) expect(Object.keys(rows[type])).toContain(path.split('.')[0]);
    },
  },
  {
    title: 'every path it provides is in a recording, and no other',
    hold: async (provider) => {
      const results = await Promise.all(provider.recordings.map((recording) => execute(provider, recording)));
      const told = new Set(results.flatMap((result) => (result.ok ? fieldsEnriched(result.value) : [])));
      const merged = [...told].filter((path) => Object.hasOwn(normalizedFields, path.split('.')[0]!));
      expect(merged.sort()).toEqual([...provider.provides].sort());
      const members = new Set(results.flatMap((result) => (result.ok ? Object.keys(result.value) : [])));
      const own = [...members].filter((name) => !Object.hasOwn(normalizedFields, name));
      expect(own.sort()).toEqual([...(provider.ownMembers ?? [])].sort());
    },
  },
  {
    title: 'it has a success for the sandbox, a partial one, and recordings of different names',
    hold: async (provider) => {
      const names = provider.recordings.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(['success', 'partial']));
      expect(new Set(names).size).toBe(names.length);
    },
  },
];

/** Conditions that every provider fulfils for each of its recordings, as recorded and as a source might corrupt them. */
export const recordingContract: readonly Clause<[Provider, Recording]>[] = [
  {
    title: 'comes out as recorded, from input that may be asked',
    hold: async (provider, recording) => {
      expect(checkInput(provider, askedOf(recording))).toBeNull();
      expect(await outcomeOf(provider, recording)).toBe(recording.outcome);
    },
  },
  {
    title: 'is read alike each time, and nothing of it is changed',
    hold: async (provider, recording) => {
      const asked = askedOf(recording);
      const raw = await provider.run(asked, recordedWorld(recording, today));
      if (!raw.ok) return;
      const before = JSON.stringify(raw.value);
      const first = provider.normalize(raw.value, asked);
      const again = provider.normalize(JSON.parse(before), asked);
      expect(JSON.stringify(raw.value)).toBe(before);
      expect(again).toEqual(first);
    },
  },
  {
    title: 'cut anywhere, it is a problem of the closed set',
    hold: async (provider, recording) => {
      const cuts = withBodies(recording, (response) =>
        response.status === 200
          ? Array.from({ length: response.body.length }, (_, end) => ({
              ...response,
              body: response.body.slice(0, end),
            }))
          : [],
      );
      const outcomes = await Promise.all(cuts.map((cut) => outcomeOf(provider, cut)));
      expect(outcomes).not.toContain('ok');
    },
  },
  {
    title: 'with another status, HTML or no object it is a problem',
    hold: async (provider, recording) => {
      const bodies = [
        '<html><body>Please wait</body></html>',
        '',
        '[]',
        '7',
        'null',
        '"x"',
        '\uFEFF',
        '{"a":'.repeat(5_000),
      ];
      const broken = withBodies(recording, (response) => [
        ...bodies.map((body) => ({ ...response, status: 200, body })),
        ...[204, 301, 400, 401, 402, 403, 404, 418, 451].map((status) => ({ ...response, status, body: '{}' })),
      ]);
      for (const one of broken) await outcomeOf(provider, one);
      const first = broken.filter(({ response }) => response !== recording.response);
      for (const one of first) expect(await outcomeOf(provider, one)).not.toBe('ok');
    },
  },
  {
    title: 'with a value of another type anywhere it is read, or is a problem',
    hold: async (provider, recording) => {
      for (const [index, response] of responsesOf(recording).entries()) {
        if ('problem' in response || 'records' in response) continue;
        const changed: readonly RecordedResponse[] =
          'rows' in response
            ? wrongTypes(response.rows).flatMap((rows) => (Array.isArray(rows) ? [{ rows: rows as unknown[] }] : []))
            : 'screening' in response
              ? wrongTypes(response.screening).map((screening) => ({ screening }))
              : wrongTypes(JSON.parse(response.body)).map((body) => ({ ...response, body: JSON.stringify(body) }));
        for (const one of changed) await outcomeOf(provider, withResponse(recording, index, one));
      }
    },
  },
];
