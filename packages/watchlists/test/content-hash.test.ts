import { propertyRuns } from '@tamis/testkit/arbitraries';
import {
  array,
  assert,
  constantFrom,
  date,
  option,
  property,
  record,
  shuffledSubarray,
  string,
  tuple,
} from 'fast-check';

import { contentHash, entryNameKinds, entrySchemas, type WatchlistEntry } from '../src/index.js';

type Content = Omit<WatchlistEntry, 'contentHash'>;

const text = string({ minLength: 1, maxLength: 8 });
const day = date({ min: new Date('1900-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }).map((time) =>
  time.toISOString().slice(0, 10),
);
const content = record<Content>({
  id: text,
  dataset: text,
  schema: constantFrom(...entrySchemas),
  names: array(record({ text, kind: constantFrom(...entryNameKinds), language: option(text) }), {
    minLength: 1,
    maxLength: 4,
  }),
  births: array(record({ from: day, to: day }), { maxLength: 3 }),
  countries: array(constantFrom('BR', 'AR', 'UY'), { maxLength: 3 }),
  gender: option(constantFrom('male', 'female')),
  identifiers: array(record({ scheme: text, value: text }), { maxLength: 3 }),
  topics: array(text, { maxLength: 3 }),
  programs: array(text, { maxLength: 3 }),
  listedOn: option(day),
  source: option(text),
  referents: array(text, { maxLength: 3 }),
});

/** One changed value for each field. */
const changes: { readonly [Field in keyof Content]: (entry: Content) => Content[Field] } = {
  id: ({ id }) => `${id}!`,
  dataset: ({ dataset }) => `${dataset}!`,
  schema: ({ schema }) => (schema === 'person' ? 'company' : 'person'),
  names: ({ names }) => [...names, { text: 'another name', kind: 'alias', language: null }],
  births: ({ births }) => [...births, { from: '1800-01-01', to: '1800-12-31' }],
  countries: ({ countries }) => [...countries, 'CL'],
  gender: ({ gender }) => (gender === 'male' ? 'female' : 'male'),
  identifiers: ({ identifiers }) => [...identifiers, { scheme: 'passport', value: 'another number' }],
  topics: ({ topics }) => [...topics, 'another topic'],
  programs: ({ programs }) => [...programs, 'another program'],
  listedOn: ({ listedOn }) => (listedOn === '1999-09-09' ? null : '1999-09-09'),
  source: ({ source }) => `${source ?? ''}!`,
  referents: ({ referents }) => [...referents, 'another referent'],
};

it('does not depend on the order of names, births and other values of an entry', () => {
  const shuffled = content.chain((entry) =>
    tuple(
      shuffledSubarray([...entry.names], { minLength: entry.names.length }),
      shuffledSubarray([...entry.births], { minLength: entry.births.length }),
      shuffledSubarray([...entry.countries], { minLength: entry.countries.length }),
      shuffledSubarray([...entry.identifiers], { minLength: entry.identifiers.length }),
      shuffledSubarray([...entry.topics], { minLength: entry.topics.length }),
    ).map(([names, births, countries, identifiers, topics]) => [
      entry,
      { ...entry, names, births, countries, identifiers, topics },
    ]),
  );
  assert(
    property(
      shuffled,
      ([entry, other]) => entry !== undefined && other !== undefined && contentHash(entry) === contentHash(other),
    ),
    propertyRuns(2_000),
  );
});

it('changes with each field', () => {
  assert(
    property(content, (entry) => {
      const before = contentHash(entry);
      for (const [field, change] of Object.entries(changes)) {
        const after = contentHash({ ...entry, [field]: change(entry) });
        if (after === before) throw new Error(`the same after a change of ${field}`);
      }
    }),
    propertyRuns(2_000),
  );
});

it('changes with each part of a name, a birth and an identifier', () => {
  const entry: Content = {
    id: '1',
    dataset: 'un_sc',
    schema: 'person',
    names: [{ text: 'a b', kind: 'primary', language: null }],
    births: [{ from: '1970-01-01', to: '1970-12-31' }],
    countries: [],
    gender: null,
    identifiers: [{ scheme: 'passport', value: 'a 1' }],
    topics: [],
    programs: ['a'],
    listedOn: null,
    source: null,
    referents: [],
  };
  const others: readonly Partial<Content>[] = [
    {},
    { names: [{ text: 'a  b', kind: 'primary', language: null }] },
    { names: [{ text: 'a b', kind: 'weak_alias', language: null }] },
    { names: [{ text: 'a b', kind: 'primary', language: 'fr' }] },
    {
      names: [
        { text: 'a', kind: 'primary', language: null },
        { text: 'b', kind: 'primary', language: null },
      ],
    },
    { births: [{ from: '1970-01-01', to: '1970-01-01' }] },
    { births: [{ from: '1970-12-31', to: '1970-12-31' }] },
    { identifiers: [{ scheme: 'passport a', value: '1' }] },
    { topics: ['a'], programs: [] },
    { source: '' },
  ];
  expect(new Set(others.map((other) => contentHash({ ...entry, ...other }))).size).toBe(others.length);
});
