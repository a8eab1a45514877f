import { type IdentifiedEntity, isAnotherPerson } from './domain/verified-identity.js';

const person = { firstName: 'Zoë', lastName: 'Núñez', dateOfBirth: '1990-01-01', idNumber: 'AB-123' };
const extractedData = { dateOfBirth: '1990-01-01', documentNumber: 'AB123' };

const entity = (change: object = {}, more: Partial<IdentifiedEntity> = {}): IdentifiedEntity => ({
  ...{ name: 'Zoë Núñez', taxId: '529.982.247-25', kycData: JSON.stringify({ extractedData }) },
  entityData: JSON.stringify({ person: { ...person, ...change } }),
  ...more,
});

describe('verified person', () => {
  it.each<[string, IdentifiedEntity]>([
    ['another name', entity({}, { name: 'Zoë Núñez Ortega' })],
    ['another first name', entity({ firstName: 'Ana' })],
    ['another last name', entity({ lastName: 'Ortega' })],
    ['another birth date', entity({ dateOfBirth: '1990-01-02' })],
    ['no birth date any more', entity({ dateOfBirth: null })],
    ['another document number', entity({ idNumber: 'AB124' })],
    ['a different tax id', entity({}, { taxId: '111.444.777-35' })],
    ['no tax id any more', entity({}, { taxId: null })],
  ])('becomes another person with %s', (_, after) => {
    expect(isAnotherPerson(entity(), after)).toBe(true);
  });

  it.each<[string, IdentifiedEntity]>([
    [
      'another case, other accents and spaces',
      entity({ firstName: 'ZOE', idNumber: 'ab 123' }, { name: 'zoe  nunez' }),
    ],
    ['a tax id in another punctuation', entity({}, { taxId: '52998224725' })],
    ['what says nothing of who it is', entity({ occupation: 'baker', address: 'elsewhere', email: 'z@example.com' })],
  ])('remains the same person with %s', (_, after) => {
    expect(isAnotherPerson(entity(), after)).toBe(false);
  });

  it('may gain previously unknown details, unless the document contradicts them', () => {
    const before = entity({ dateOfBirth: undefined, idNumber: undefined }, { taxId: null });
    expect(isAnotherPerson(before, entity())).toBe(false);
    expect(isAnotherPerson(before, entity({ dateOfBirth: '1990-01-02', idNumber: undefined }))).toBe(true);
    expect(isAnotherPerson(before, entity({ dateOfBirth: undefined, idNumber: 'ZZ9' }))).toBe(true);
  });

  it('may be corrected to what the document states', () => {
    expect(isAnotherPerson(entity({ dateOfBirth: '1900-01-01', idNumber: 'AB12' }), entity())).toBe(false);
  });
});
