import type { JsonValue } from '@tamis/stdx';

import { compareFields } from './domain/company-fields.js';
import { matchCompany } from './domain/match-company.js';
import { mergeCompany } from './domain/merge-company.js';
import type { ConflictResolution, DeduplicationStrategy } from './domain/upsert-options.js';

const nothingElse = { countryCode: null, externalId: null, normalizedTaxId: null, registrationNumber: null };

const stored = (id: string, name: string, more: object = {}) => ({ id, name, taxId: null, ...nothingElse, ...more });

const candidates = [
  stored('andina', 'Comercial Andina S.A.', { externalId: 'C-1', normalizedTaxId: '30500000127' }),
  stored('pacifico', 'Transportes del Pacífico Ltda', { externalId: 'c-2' }),
  stored('norte', 'Bodegas del Norte', { normalizedTaxId: '11444777000161' }),
];

type Sent = { name: string; externalId?: string; normalizedTaxId?: string };

/** The matched company and the confidence; `null` if there is none. */
const matched: readonly (readonly [string, DeduplicationStrategy, Sent, readonly [string, number] | null])[] = [
  ['both identifiers', 'exact_match', { name: 'X', externalId: 'c-1', normalizedTaxId: '30500000127' }, ['andina', 1]],
  ['an external id in other capitals', 'exact_match', { name: 'X', externalId: 'C-2' }, ['pacifico', 0.95]],
  ['an external id of a different tax id', 'hybrid', { name: 'X', externalId: 'C-1', normalizedTaxId: '9' }, null],
  ['a tax id, whatever the strategy', 'fuzzy_match', { name: 'X', normalizedTaxId: '11444777000161' }, ['norte', 0.95]],
  ['no identifier', 'exact_match', { name: 'Comercial Andina S.A.' }, null],
  ['a name', 'fuzzy_match', { name: 'COMERCIAL ANDINA SA' }, ['andina', 1]],
  ['a name where identifiers find nothing', 'hybrid', { name: 'Bodegas Norte', externalId: 'new' }, ['norte', 1]],
  ['a name with a slip', 'fuzzy_match', { name: 'Comercial Andnia' }, ['andina', 0.9]],
  ['a name whose tax id is another', 'fuzzy_match', { name: 'Comercial Andina', normalizedTaxId: '27888888884' }, null],
  [
    'a name whose tax id has a wrong digit',
    'hybrid',
    { name: 'Comercial Andina', normalizedTaxId: '30500000137' },
    null,
  ],
  ['another name', 'hybrid', { name: 'Comercial Oceánica' }, null],
];

test.each(matched)('by %s, %s finds the expected company', (_, strategy, sent, expected) => {
  const options = { strategy, mergeBranches: false };
  const { match, nearest, reasoning } = matchCompany({ ...nothingElse, ...sent }, candidates, options, null);
  expect(match?.company.id).toBe(expected?.[0]);
  expect(reasoning).not.toBe('');
  if (expected) expect(Math.abs(match!.confidence - expected[1])).toBeLessThan(0.05);
  else expect(nearest).toBeLessThan(0.8);
});

test('accepts a close match of a text model, and names the model', () => {
  const sent = { ...nothingElse, name: 'Andina' };
  const options = { strategy: 'ai_similarity', mergeBranches: false } as const;
  const near = matchCompany(sent, candidates, options, { model: 'model M', similarities: [0.2, 0.91, 0.5] });
  expect(near.match).toMatchObject({ company: { id: 'pacifico' }, confidence: 0.91 });
  expect(near.reasoning).toContain('model M: 91 %');
  const far = matchCompany(sent, candidates, options, { model: 'model M', similarities: [0.2, 0.79, 0.5] });
  expect(far).toMatchObject({ match: null, nearest: 0.79 });
});

const [office, branch, otherCompany] = ['11222333000181', '11222333000262', '11444777000161'];

/**
 * The fields of two companies with equal names, whether branches are merged, and what separates the companies; `null` if they are the same.
 */
const pairs: readonly (readonly [string, object, object, boolean, string | null])[] = [
  ['two tax ids', { normalizedTaxId: office }, { normalizedTaxId: otherCompany }, false, 'a different tax id'],
  ['two branches', { normalizedTaxId: office }, { normalizedTaxId: branch }, false, 'the tax id of a different branch'],
  ['two branches that are to be one', { normalizedTaxId: office }, { normalizedTaxId: branch }, true, null],
  [
    'no branches of one root',
    { normalizedTaxId: office },
    { normalizedTaxId: otherCompany },
    true,
    'a different tax id',
  ],
  ['two external ids', { externalId: 'a' }, { externalId: 'b' }, false, 'a different external id'],
  ['one tax id alone', { normalizedTaxId: office }, {}, false, null],
  ['two countries', { countryCode: 'AR' }, {}, false, 'a different country, and nothing but the name in common'],
  ['two countries, one external id', { countryCode: 'AR', externalId: 'a' }, { externalId: 'A' }, false, null],
  [
    'two registration numbers',
    { registrationNumber: '1-2' },
    { registrationNumber: '13' },
    false,
    'a different registration number',
  ],
  [
    'one registration number in two spellings',
    { registrationNumber: '1-2' },
    { registrationNumber: '12' },
    false,
    null,
  ],
];

test.each(pairs)('compares companies of equal names, with %s', (_, sent, known, mergeBranches, separatedBy) => {
  const options = { strategy: 'hybrid', mergeBranches } as const;
  const [a, b] = [sent, known].map((more) => stored('known', 'Vidraria Sol', { countryCode: 'BR', ...more }));
  const { match, possibleMatches } = matchCompany(a!, [b!], options, null);
  expect(match?.company.id).toBe(separatedBy === null ? 'known' : undefined);
  expect(possibleMatches.map((each) => each.separatedBy)).toEqual(separatedBy === null ? [] : [separatedBy]);
});

/**
 * For one field: the stored value, the sent value, and for each resolution the value stored afterwards (`undefined` means unchanged) and
 * the outcome.
 */
interface MergeCase {
  readonly field: string;
  readonly old: JsonValue;
  readonly sent: JsonValue;
  readonly verified?: boolean;
  readonly becomes: Readonly<Record<ConflictResolution, readonly [JsonValue | undefined, string | null]>>;
}

const keptBut = (smart: readonly [JsonValue | undefined, string], sent: JsonValue): MergeCase['becomes'] => ({
  source_wins: [sent, 'source_wins'],
  target_wins: [undefined, 'target_wins'],
  manual_review: [undefined, 'manual_review'],
  smart_merge: smart,
});

const filled = (sent: JsonValue): MergeCase['becomes'] => ({
  source_wins: [sent, null],
  target_wins: [sent, null],
  manual_review: [undefined, null],
  smart_merge: [sent, null],
});

const nothing: MergeCase['becomes'] = {
  source_wins: [undefined, null],
  target_wins: [undefined, null],
  manual_review: [undefined, null],
  smart_merge: [undefined, null],
};

const kept = [undefined, 'target_wins'] as const;
const neverOverwritten: MergeCase['becomes'] = { ...keptBut(kept, null), source_wins: kept };
const joined = [['a', 'b'], 'merged'] as const;
const alwaysJoined = { source_wins: joined, target_wins: joined, smart_merge: joined };
const industry = 'entityData.company.industry';

const merges: readonly (readonly [string, MergeCase])[] = [
  ['fills what is empty', { field: industry, old: null, sent: 'retail', becomes: filled('retail') }],
  ['leaves what is not sent', { field: industry, old: 'retail', sent: null, becomes: nothing }],
  ['leaves what is equal', { field: industry, old: 'retail', sent: 'retail', becomes: nothing }],
  ['takes the newer', { field: industry, old: 'a', sent: 'b', becomes: keptBut(['b', 'source_wins'], 'b') }],
  ['takes a newer name', { field: 'name', old: 'A', sent: 'B', becomes: keptBut(['B', 'source_wins'], 'B') }],
  ['keeps a verified name', { field: 'name', old: 'A', sent: 'B', verified: true, becomes: keptBut(kept, 'B') }],
  [
    'takes what was not verified',
    { field: industry, old: 'a', sent: 'b', verified: true, becomes: keptBut(['b', 'source_wins'], 'b') },
  ],
  ['keeps a tax id', { field: 'taxId', old: '30-50000012-7', sent: '27-88888888-4', becomes: neverOverwritten }],
  [
    'joins tax ids of branches',
    {
      field: 'entityData.company.branchTaxIds',
      old: ['a'],
      sent: ['b'],
      becomes: { ...alwaysJoined, manual_review: [undefined, 'manual_review'] },
    },
  ],
  ['keeps a status', { field: 'status', old: 'blocked', sent: 'active', becomes: keptBut(kept, 'active') }],
  ['keeps a client', { field: 'isClient', old: true, sent: false, becomes: keptBut([undefined, 'merged'], false) }],
  [
    'joins lists',
    {
      field: 'attributes.tags',
      old: ['a', 'b'],
      sent: ['b', 'c'],
      becomes: keptBut([['a', 'b', 'c'], 'merged'], ['b', 'c']),
    },
  ],
  [
    'joins objects',
    {
      field: 'attributes.limits',
      old: { daily: 5, zones: ['n'] },
      sent: { daily: 7, zones: ['s'] },
      becomes: keptBut([{ daily: 7, zones: ['n', 's'] }, 'merged'], { daily: 7, zones: ['s'] }),
    },
  ],
  [
    'leaves a tax id in other spelling',
    { field: 'taxId', old: '30-50000012-7', sent: '30500000127', becomes: nothing },
  ],
  [
    'leaves the same moment',
    { field: 'registrationDate', old: '2024-05-01T13:00:00.000Z', sent: '2024-05-01T10:00:00-03:00', becomes: nothing },
  ],
];

const resolutions = ['source_wins', 'target_wins', 'manual_review', 'smart_merge'] as const;

test.each(merges.flatMap(([title, each]) => resolutions.map((resolution) => [resolution, title, each] as const)))(
  '%s: %s',
  (resolution, _, { field, old, sent, verified, becomes }) => {
    const compared = compareFields(fieldsWith(field, old), fieldsWith(field, sent));
    const { changes, conflicts } = mergeCompany(compared, resolution, verified ?? false);
    const [value, outcome] = becomes[resolution];
    expect(changes).toEqual(value === undefined ? [] : [{ field, value }]);
    expect(conflicts).toEqual(outcome === null ? [] : [{ field, oldValue: old, newValue: sent, resolution: outcome }]);
  },
);

test('joins two long lists without comparing every pair of elements', () => {
  let reads = 0;
  const elements = (from: number): JsonValue[] =>
    Array.from({ length: 2_000 }, (_, n) => ({
      get id() {
        reads += 1;
        return from + n;
      },
    }));
  const field = 'attributes.visits';
  const compared = compareFields(fieldsWith(field, elements(0)), fieldsWith(field, elements(1_000)));
  const { changes } = mergeCompany(compared, 'smart_merge', false);
  expect(changes[0]!.value).toHaveLength(3_000);
  expect(reads).toBeLessThan(50_000);
});

test('fills an external id, but never replaces it', () => {
  const differ = compareFields(fieldsWith('externalId', 'a'), fieldsWith('externalId', 'b'));
  for (const resolution of resolutions) expect(mergeCompany(differ, resolution, false).changes).toEqual([]);
  const absent = compareFields(fieldsWith('externalId', null), fieldsWith('externalId', 'b'));
  expect(mergeCompany(absent, 'source_wins', false).changes).toEqual([{ field: 'externalId', value: 'b' }]);
});

function fieldsWith(field: string, value: JsonValue) {
  const member = field.split('.').at(-1)!;
  return {
    company: field.startsWith('entityData.') ? { [member]: value } : {},
    otherData: {},
    attributes: field.startsWith('attributes.') ? { [member]: value } : {},
    ...(!field.includes('.') && { [field]: value ?? undefined }),
  };
}
