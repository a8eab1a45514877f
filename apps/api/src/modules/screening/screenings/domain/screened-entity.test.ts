import { fingerprintOf, partyOf, partyOfName, type ScreenedRow } from './screened-entity.js';
import { outcomeOf } from './screening.js';

const row = (changes: Partial<ScreenedRow>, data: object = {}): ScreenedRow => {
  const type = changes.type ?? 'person';
  const none = { name: 'Ana Lindqvist', taxId: null, countryCode: 'BR', nationality: null };
  return { ...none, ...changes, type, entityData: JSON.stringify({ [type]: data }) };
};

describe('screened entity', () => {
  it('is a person with all known details', () => {
    const person = { firstName: 'Ana', lastName: 'Lindqvist Prado', dateOfBirth: '1970-05-31', gender: 'Female' };
    const document = { idType: 'passport', idNumber: 'N100' };
    const known = row({ nationality: 'se', taxId: '529.982.247-25' }, { ...person, ...document });
    expect(partyOf(known)).toEqual({
      schema: 'person',
      names: ['Ana Lindqvist', 'Ana Lindqvist Prado'],
      births: [{ from: '1970-05-31', to: '1970-05-31' }],
      ...{ countries: ['SE', 'BR'], gender: 'female' },
      identifiers: [
        ...['tax_id', 'cpf', 'cpf_masked'].map((scheme) => ({ scheme, value: '529.982.247-25' })),
        { scheme: 'passport', value: 'N100' },
      ],
    });
  });

  it.each([
    { what: 'lives somewhere, and nobody knows where they are from', changes: {}, data: {}, countries: [] },
    { what: 'says a nationality in the data', changes: {}, data: { nationality: 'SY' }, countries: ['SY', 'BR'] },
    { what: 'is from where they live', changes: { nationality: 'BR' }, data: {}, countries: ['BR'] },
  ])('has no country that wrongly counts against a match when a person $what', ({ changes, data, countries }) => {
    expect(partyOf(row(changes, data)).countries).toEqual(countries);
  });

  it('is a company with each of its names and its country of registration', () => {
    const names = { legalName: 'Lindqvist Comércio Ltda', tradeName: 'Lindqvist' };
    const company = row({ type: 'company', name: 'Lindqvist', taxId: '11.222.333/0001-81' }, names);
    expect(partyOf(company)).toMatchObject({
      ...{ schema: 'company', names: ['Lindqvist', 'Lindqvist Comércio Ltda'], births: [], countries: ['BR'] },
      identifiers: [{ scheme: 'tax_id' }, { scheme: 'cnpj' }],
    });
  });

  it('excludes empty values and invalid dates', () => {
    const { births, gender, identifiers } = partyOf(row({}, { dateOfBirth: '1970', gender: 'x', idNumber: ' ' }));
    expect([births, gender, identifiers]).toEqual([[], null, []]);
  });

  it('may be of any type when only a name is known', () => {
    const { schema, names, countries } = partyOfName({ name: 'Ana', country: 'se' });
    expect([schema, names, countries]).toEqual([null, ['Ana'], ['SE']]);
  });

  it('shares its fingerprint with indistinguishable entities only', () => {
    const one = fingerprintOf(partyOf(row({})));
    expect(fingerprintOf(partyOf(row({ countryCode: 'CL' })))).toBe(one);
    const others = [
      row({ name: 'Ana Lindqvis' }),
      row({ nationality: 'SE' }),
      row({ taxId: '1' }),
      row({ type: 'company' }),
    ];
    expect(new Set([one, ...others.map((other) => fingerprintOf(partyOf(other)))]).size).toBe(5);
  });
});

describe('outcome of matches', () => {
  const match = (list: string, cluster: string, score: number, state: 'open' | 'dismissed' = 'open') => ({
    ...{ list, cluster, score, state, topics: [`of ${list}`] },
  });

  it('is one hit for an entry on several lists', () => {
    const matches = ['un', 'eu', 'us', 'gb'].map((list) => match(list, 'un/1', 9_000));
    expect(outcomeOf([...matches, match('eu', 'eu/2', 9_500)], 8_200)).toMatchObject({
      ...{ hits: 2, topScore: 9_500, lists: ['eu', 'gb', 'un', 'us'] },
    });
  });

  it('ignores dismissed matches and those only up for review', () => {
    const matches = [match('un', 'un/1', 9_900, 'dismissed'), match('eu', 'eu/2', 8_199), match('us', 'us/3', 8_200)];
    expect(outcomeOf(matches, 8_200)).toEqual({ hits: 1, topScore: 8_200, lists: ['us'], topics: ['of us'] });
    expect(outcomeOf(matches.slice(0, 2), 8_200)).toEqual({ hits: 0, topScore: 0, lists: [], topics: [] });
  });

  it('remains one hit when one of its entries was dismissed', () => {
    const matches = [match('un', 'un/1', 9_900, 'dismissed'), match('eu', 'un/1', 9_000)];
    expect(outcomeOf(matches, 8_200)).toMatchObject({ hits: 1, topScore: 9_000, lists: ['eu'] });
  });
});
