import { allProviders } from '@tamis/enrichment';
import { countryCodeOf } from './domain/country-code.js';
import { identityOf, isTellingName, partnerKey, publishedDigits, readPartners } from './domain/partner.js';
import { strategyOf } from './domain/strategies.js';

const sourceOf = (): string => 'a_register';
const brazil = { type: 'company', countryCode: 'BR' } as const;

describe('partners of an enrichment', () => {
  it('merges a partner that appears on several lists, keeping every role', () => {
    const both = { name: 'ANA DA LUZ', maskedTaxId: '***111222**', role: 'Sócio-Administrador', since: '2020-01-01' };
    const partners = readPartners(
      { shareholders: [both, { ...both, role: 'Sócio' }], representatives: [both], otherPartners: [] },
      brazil,
      sourceOf,
    );
    expect(partners).toMatchObject([{ name: 'ANA DA LUZ', type: 'person', countryCode: 'BR', taxId: null }]);
    expect(partners[0]!.links.map(({ relationshipType, role }) => [relationshipType, role])).toEqual([
      ['owns', 'Sócio-Administrador'],
      ['owns', 'Sócio'],
      ['manages', 'Sócio-Administrador'],
    ]);
    // A partner who joined on another day counts as another person, until more is known.
    const [a, b] = readPartners(
      { shareholders: [both, { ...both, name: 'Ána da  Luz', since: '2021-01-01' }] },
      brazil,
      sourceOf,
    );
    expect(partnerKey('o', a!)).not.toBe(partnerKey('o', b!));
    expect(identityOf('o', a!)).toBe(identityOf('o', b!));
    expect(identityOf('o', a!)).not.toBe(identityOf('other', a!));
  });

  it('keeps bands of shares as stated, and a share where there is one', async () => {
    const register = allProviders.find(({ code }) => code === 'gb_companies_house_psc')!;
    const [success] = register.recordings;
    const { rows } = (success as unknown as { readonly response: { readonly rows: readonly unknown[] } }).response;
    const part = register.normalize({ rows }, { parameters: {}, ...success!.asked });
    if (!part.ok) throw new Error(part.error.message);
    const british = readPartners(part.value, { type: 'company', countryCode: 'GB' }, sourceOf);
    expect(british.map(({ type, taxId, links }) => [type, taxId, links[0]!.strength, links[0]!.details])).toEqual([
      [
        'person',
        null,
        null,
        { leastPercent: 50, mostPercent: 75, since: '2016-04-06', materializedFrom: 'a_register' },
      ],
      [
        'company',
        '01234567',
        null,
        { leastPercent: 25, mostPercent: 50, since: '2019-02-01', materializedFrom: 'a_register' },
      ],
    ]);
    const told = { shareholders: [{ name: 'X', type: 'company', ownershipPercent: 12.5 }] };
    expect(readPartners(told, brazil, sourceOf)[0]!.links).toMatchObject([{ strength: 0.125, asSource: true }]);
    const lies = { shareholders: [{ name: 'X', ownershipPercent: 150 }, 7, null], representatives: 'none' };
    expect(readPartners(lies, brazil, sourceOf)).toMatchObject([{ links: [{ strength: null }] }]);
  });

  it('lists for a person the companies they own or belong to', () => {
    const relatedCompanies = [
      { name: 'Acme', taxId: '11.444.777/0001-61', relationshipType: 'owns', ownershipPercent: 50 },
      { name: 'Other', relationshipType: 'director' },
    ];
    const found = readPartners({ relatedCompanies }, { type: 'person', countryCode: 'BR' }, sourceOf);
    expect(found).toMatchObject([
      {
        type: 'company',
        taxId: '11444777000161',
        links: [{ relationshipType: 'owns', strength: 0.5, asSource: false }],
      },
      { type: 'company', links: [{ relationshipType: 'belongs_to', role: 'director', asSource: false }] },
    ]);
  });

  it.each([
    ['DINAMARCA', 'DK'],
    ['Estados Unidos', 'US'],
    ['PAISES BAIXOS (HOLANDA)', 'NL'],
    ['Ilhas Virgens Britanicas', 'VG'],
    ['Germany', 'DE'],
    ['ATLANTIDA', null],
  ])('maps country name %s to %s', (name, code) => {
    expect(countryCodeOf(name)).toBe(code);
  });

  it('is matched only with six published digits and a name of three words', () => {
    expect([publishedDigits('***456789**'), publishedDigits('***.456.789-**'), publishedDigits('45678912345')]).toEqual(
      ['456789', '456789', null],
    );
    expect([isTellingName('Ana da Luz'), isTellingName('Ana Luz'), isTellingName(null)]).toEqual([true, false, false]);
    expect([strategyOf('company', 'BR')?.basicData, strategyOf('company', null)]).toEqual(['br_receita_cnpj', null]);
  });
});
