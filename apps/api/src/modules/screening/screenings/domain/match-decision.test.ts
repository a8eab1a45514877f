import type { ScreenedParty } from '@tamis/screening';
import { contentHash, type WatchlistEntry } from '@tamis/watchlists';

import { type DecidedPair, type HoldingDecision, standingOf } from './match-decision.js';
import { fingerprintOf } from './screened-entity.js';

const now = new Date('2026-06-01T12:00:00Z');
const later = new Date('2026-06-02T12:00:00Z');
const before = new Date('2026-05-31T12:00:00Z');

const listed = (changes: Partial<WatchlistEntry> = {}): WatchlistEntry => {
  const entry = {
    ...{ id: 'E1', dataset: 'un_sc', schema: 'person' as const, gender: null, listedOn: '2020-01-31', source: null },
    names: [
      { text: 'Omar Haddad', kind: 'primary' as const, language: null },
      { text: 'Abu Haddad', kind: 'weak_alias' as const, language: null },
    ],
    births: [{ from: '1970-01-01', to: '1970-12-31' }],
    ...{ countries: ['SY'], identifiers: [{ scheme: 'passport', value: 'N100' }], topics: ['sanction'] },
    ...{ programs: ['QDe'], referents: ['un:QDI.001'] },
    ...changes,
  };
  return { ...entry, contentHash: contentHash(entry) };
};

const screened = (changes: Partial<ScreenedParty> = {}): ScreenedParty => ({
  ...{ schema: 'person', names: ['Omar Hadad'], births: [{ from: '1970-05-31', to: '1970-05-31' }] },
  ...{ countries: ['SY', 'BR'], gender: null, identifiers: [{ scheme: 'tax_id', value: '529.982.247-25' }] },
  ...changes,
});

const pair = (changes: Partial<DecidedPair> = {}): DecidedPair => {
  const party = changes.party ?? screened();
  return { entityId: 'ours', list: 'un_sc', entry: listed(), ...changes, party, fingerprint: fingerprintOf(party) };
};

const decided = (changes: Partial<HoldingDecision> = {}): HoldingDecision => {
  const party = changes.party === undefined ? screened() : changes.party;
  return {
    ...{ id: 'D1', decision: 'dismissed', scope: 'entity', entityId: 'ours', expiresAt: null, list: 'un_sc' },
    ...{ entry: listed(), fingerprint: party && fingerprintOf(party) },
    ...changes,
    party,
  };
};

const wide = { scope: 'organization', entityId: 'theirs' } as const;
/** The list gave the entry a different id, and refers to the old one. */
const merged = (changes: Partial<WatchlistEntry> = {}): WatchlistEntry =>
  listed({ id: 'E9', referents: ['un:QDI.001', 'E1'], ...changes });
/** Another list names the same person by the same referent. */
const ofEu = (changes: Partial<WatchlistEntry> = {}): WatchlistEntry =>
  listed({ id: 'EU.1', dataset: 'eu_fsf', ...changes });

interface Case {
  readonly when: string;
  readonly decisions: readonly HoldingDecision[];
  readonly pair?: Partial<DecidedPair>;
  /** The state, followed by the reason why an earlier decision no longer applies. */
  readonly is: string;
}

const one = (changes: Partial<HoldingDecision> = {}): readonly HoldingDecision[] => [decided(changes)];
const [first, second] = [listed().names[0]!, listed().names[1]!];

const cases: readonly Case[] = [
  { when: 'nothing was decided', decisions: [], is: 'open' },
  { when: 'nothing changed since it was dismissed', decisions: one(), is: 'dismissed' },
  { when: 'nothing changed since it was confirmed', decisions: one({ decision: 'confirmed' }), is: 'confirmed' },
  { when: 'it was decided of another entity', decisions: one({ entityId: 'theirs' }), is: 'open' },
  {
    when: 'it was decided of another entry',
    decisions: one({ entry: listed({ id: 'E2', referents: [] }) }),
    is: 'open',
  },
  {
    when: 'another list has an entry of the same id',
    decisions: one({ list: 'us_ofac', entry: listed({ dataset: 'us_ofac', referents: [] }) }),
    pair: { entry: listed({ referents: [] }) },
    is: 'open',
  },

  { when: 'it expires later', decisions: one({ expiresAt: later }), is: 'dismissed' },
  { when: 'it expired', decisions: one({ expiresAt: before }), is: 'open expiresAt' },
  { when: 'it expires now', decisions: one({ expiresAt: now }), is: 'open expiresAt' },
  {
    when: 'a confirmation expired',
    decisions: one({ decision: 'confirmed', expiresAt: before }),
    is: 'open expiresAt',
  },

  {
    when: 'the entity has another name',
    decisions: one(),
    pair: { party: screened({ names: ['Omar Haddad'] }) },
    is: 'open entity.names',
  },
  {
    when: 'the entity has one more name',
    decisions: one(),
    pair: { party: screened({ names: ['Omar Hadad', 'O. Hadad'] }) },
    is: 'open entity.names',
  },
  {
    when: 'the entity has its names in another order',
    decisions: one({ party: screened({ names: ['A B', 'C D'] }) }),
    pair: { party: screened({ names: ['C D', 'A B'] }) },
    is: 'dismissed',
  },
  {
    when: 'the entity was born on another day',
    decisions: one(),
    pair: { party: screened({ births: [{ from: '1970-05-30', to: '1970-05-30' }] }) },
    is: 'open entity.births',
  },
  {
    when: 'the birth of the entity is known by now',
    decisions: one({ party: screened({ births: [] }) }),
    is: 'open entity.births',
  },
  {
    when: 'the entity is from another country',
    decisions: one(),
    pair: { party: screened({ countries: ['BR'] }) },
    is: 'open entity.countries',
  },
  {
    when: 'the entity has a different tax id',
    decisions: one(),
    pair: { party: screened({ identifiers: [] }) },
    is: 'open entity.identifiers',
  },
  {
    when: 'the gender of the entity is known by now',
    decisions: one(),
    pair: { party: screened({ gender: 'male' }) },
    is: 'open entity.gender',
  },
  { when: 'who it was about was erased', decisions: one({ party: null }), is: 'open entity' },

  {
    when: 'the list has one more name',
    decisions: one(),
    pair: { entry: listed({ names: [first, second, { ...second, text: 'Omar el Haddad' }] }) },
    is: 'open entry.names',
  },
  {
    when: 'the list has one name less',
    decisions: one(),
    pair: { entry: listed({ names: [first] }) },
    is: 'open entry.names',
  },
  {
    when: 'the list calls a name weak no more',
    decisions: one(),
    pair: { entry: listed({ names: [first, { ...second, kind: 'alias' }] }) },
    is: 'open entry.names',
  },
  {
    when: 'the list has its names in another order',
    decisions: one(),
    pair: { entry: listed({ names: [second, first] }) },
    is: 'dismissed',
  },
  {
    when: 'the list knows the day of birth',
    decisions: one(),
    pair: { entry: listed({ births: [{ from: '1970-05-31', to: '1970-05-31' }] }) },
    is: 'open entry.births',
  },
  {
    when: 'the list names another country',
    decisions: one(),
    pair: { entry: listed({ countries: ['BR'] }) },
    is: 'open entry.countries',
  },
  {
    when: 'the list knows a tax id',
    decisions: one(),
    pair: { entry: listed({ identifiers: [{ scheme: 'tax_id', value: '52998224725' }] }) },
    is: 'open entry.identifiers',
  },
  {
    when: 'the entry stands there for something else',
    decisions: one(),
    pair: { entry: listed({ topics: ['sanction', 'crime'] }) },
    is: 'open entry.topics',
  },
  {
    when: 'the entry is in another program',
    decisions: one(),
    pair: { entry: listed({ programs: ['QDe', 'ISIL'] }) },
    is: 'open entry.programs',
  },
  {
    when: 'the list names one more referent',
    decisions: one(),
    pair: { entry: listed({ referents: ['un:QDI.001', 'ofac:1'] }) },
    is: 'open entry.referents',
  },
  {
    when: 'the list was published again, and says the same',
    decisions: one(),
    pair: { entry: { ...listed() } },
    is: 'dismissed',
  },
  {
    when: 'entity and entry changed and it expired',
    decisions: one({ expiresAt: before }),
    pair: { party: screened({ countries: [] }), entry: listed({ gender: 'male' }) },
    is: 'open expiresAt entity.countries entry.gender',
  },

  { when: 'the list merged the entry into another', decisions: one(), pair: { entry: merged() }, is: 'dismissed' },
  {
    when: 'the list merged the entry into another that says more',
    decisions: one(),
    pair: { entry: merged({ countries: ['SY', 'IQ'] }) },
    is: 'open entry.countries',
  },
  {
    when: 'the list named the entry by what is an id now',
    decisions: one({ entry: listed({ referents: ['un:QDI.001', 'E9'] }) }),
    pair: { entry: listed({ id: 'E9', referents: [] }) },
    is: 'dismissed',
  },
  {
    when: 'another list says the same of the same one',
    decisions: one(),
    pair: { list: 'eu_fsf', entry: ofEu() },
    is: 'dismissed',
  },
  {
    when: 'another list says something else of the same one, of whom nothing was decided',
    decisions: one(),
    pair: { list: 'eu_fsf', entry: ofEu({ births: [] }) },
    is: 'open',
  },
  {
    when: 'the entry and the one that it was merged with were decided, the entry first',
    decisions: [decided({ id: 'D2', decision: 'confirmed', entry: merged() }), decided()],
    is: 'dismissed',
  },

  { when: 'it was decided for all of the organization', decisions: one(wide), is: 'dismissed' },
  {
    when: 'it was decided for all, and this entity is known by less',
    decisions: one(wide),
    pair: { party: screened({ births: [] }) },
    is: 'open',
  },
  {
    when: 'it was decided for all, and the list says something else',
    decisions: one(wide),
    pair: { entry: listed({ countries: ['IQ'] }) },
    is: 'open',
  },
  { when: 'it was decided for all, and expired', decisions: one({ ...wide, expiresAt: before }), is: 'open' },
  {
    when: 'it was decided for all of this entity, which changed',
    decisions: one({ scope: 'organization' }),
    pair: { party: screened({ births: [] }) },
    is: 'open entity.births',
  },

  {
    when: 'the newest decision is another',
    decisions: [decided({ id: 'D2', decision: 'confirmed' }), decided()],
    is: 'confirmed',
  },
  {
    when: 'the newest expired, and an older one would hold',
    decisions: [decided({ id: 'D2', expiresAt: before }), decided()],
    is: 'open expiresAt',
  },
  {
    when: 'it was decided for all after it was decided of this entity',
    decisions: [decided({ ...wide, id: 'D2', decision: 'confirmed' }), decided()],
    is: 'confirmed',
  },
];

describe('design 8.1, 17: state of a match after a decision', () => {
  it('is covered by at least 40 cases', () => {
    expect(new Set(cases.map(({ when }) => when)).size).toBeGreaterThanOrEqual(40);
  });

  it.each(cases)('$when: $is', ({ decisions, pair: changes, is }) => {
    const { state, changed } = standingOf(pair(changes), decisions, now);
    expect([state, ...changed.map(({ field }) => field)].join(' ')).toBe(is);
  });

  it('reports the previous and current value of each changed member', () => {
    const { decisionId, changed } = standingOf(pair({ entry: listed({ countries: ['IQ'] }) }), one(), now);
    expect([decisionId, changed]).toEqual(['D1', [{ field: 'entry.countries', previous: ['SY'], current: ['IQ'] }]]);
  });
});
