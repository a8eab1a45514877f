import { ok } from '@tamis/stdx';

import { askedOf, type ProviderRequest, type ProviderWorld, recordedWorld } from '../src/index.js';
import { brReceitaCnpj } from '../src/providers/br-receita-cnpj/provider.js';
import { euViesCheck } from '../src/providers/eu-vies-check/provider.js';
import { gbCompaniesHousePsc } from '../src/providers/gb-companies-house-psc/provider.js';
import { globalDnsMail } from '../src/providers/global-dns-mail/provider.js';
import { globalGleifLei } from '../src/providers/global-gleif-lei/provider.js';
import { globalPhoneFormat } from '../src/providers/global-phone-format/provider.js';
import { execute, partOf, recordingOf, today } from './recorded-run.js';

/** Returns the world of a recording that also records the requests it receives. */
function listeningWorld(
  recording: Parameters<typeof recordedWorld>[0],
  settings: Readonly<Record<string, string>> = {},
) {
  const asked: ProviderRequest[] = [];
  const inner = recordedWorld(recording, today);
  const world: ProviderWorld = {
    ...inner,
    setting: (name) => settings[name] ?? null,
    ask: (request) => {
      asked.push(request);
      return inner.ask(request);
    },
  };
  return { world, asked };
}

describe('br_receita_cnpj', () => {
  test('calls the configured server, or a public one by default', async () => {
    const recording = recordingOf(brReceitaCnpj, 'success');
    const plain = listeningWorld(recording);
    await brReceitaCnpj.run(askedOf(recording), plain.world);
    const own = listeningWorld(recording, { baseUrl: 'https://brasilapi.com.br/api/cnpj/v1/' });
    await brReceitaCnpj.run(askedOf(recording), own.world);
    expect([...plain.asked, ...own.asked].map(({ url }) => url)).toEqual([
      'https://minhareceita.org/11444777000161',
      'https://brasilapi.com.br/api/cnpj/v1/11444777000161',
    ]);
  });

  test('makes up no percentages and does not treat a masked CPF as a tax id', async () => {
    const { shareholders, representatives } = await partOf(brReceitaCnpj, 'success');
    expect(shareholders).toMatchObject([
      { name: 'IRENE TAVARES QUINTELA', maskedTaxId: '***456789**', type: 'person' },
      { name: 'GRAOS DO VALE PARTICIPACOES SA', taxId: '11222333000181', type: 'company', countryCode: 'BR' },
    ]);
    expect(JSON.stringify(shareholders)).not.toMatch(/percent/i);
    expect((shareholders as object[])[0]).not.toHaveProperty('taxId');
    // A partner who manages is both; an administrator without a share is not a shareholder.
    expect(representatives).toMatchObject([{ name: 'IRENE TAVARES QUINTELA' }, { name: 'OTAVIO BRANDAO LIRA' }]);
  });

  test('reads a postal code, size and activities given as numbers, with leading zeros', async () => {
    expect(await partOf(brReceitaCnpj, 'partial')).toMatchObject({
      address: { postalCode: '01310100', country: 'BR' },
      companySize: '05',
      principalActivity: { code: '0111301' },
      registrationStatus: 'closed',
    });
    expect(await partOf(brReceitaCnpj, 'partial')).not.toHaveProperty('secondaryActivities');
    expect(await partOf(brReceitaCnpj, 'success')).toMatchObject({ address: { postalCode: '01310100' } });
  });

  test('accepts numbers with letters, foreign partners and partners that are neither', async () => {
    expect(await partOf(brReceitaCnpj, 'alphanumeric')).toMatchObject({ taxId: '12ABC34501DE35' });
    const part = await partOf(brReceitaCnpj, 'foreign-partner');
    expect(part).toMatchObject({
      shareholders: [{ name: 'NORDHAVN HOLDING APS', country: 'DINAMARCA' }],
      otherPartners: [{ name: 'CLARA VEIGA MONTE', role: 'Liquidante' }],
    });
    expect((part['shareholders'] as object[])[0]).not.toHaveProperty('type');
  });

  test('names the unreadable path, and removes deceptive characters and excess length', async () => {
    const asked = askedOf(recordingOf(brReceitaCnpj, 'success'));
    const raw = { cnpj: asked.taxId, razao_social: `A\u202e\u0000B\n${'C'.repeat(400)}`, qsa: [{ nome_socio: 7 }] };
    expect(brReceitaCnpj.normalize(raw, asked)).toEqual({
      ok: false,
      error: {
        code: 'NORMALIZATION_FAILED',
        message: 'The response of the source cannot be read: `qsa[0].nome_socio` is not a text.',
      },
    });
    const read = brReceitaCnpj.normalize({ ...raw, qsa: [] }, asked);
    expect(read).toEqual(ok(expect.objectContaining({ legalName: `AB ${'C'.repeat(297)}` })));
  });
});

describe('eu_vies_check', () => {
  test.each([
    ['greece', 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/EL/vat/094259216'],
    ['northern-ireland', 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/XI/vat/110305878'],
    ['partial', 'https://ec.europa.eu/taxation_customs/vies/rest-api/ms/DE/vat/123456789'],
  ])('requests %s under the prefix of the source', async (name, url) => {
    const recording = recordingOf(euViesCheck, name);
    const { world, asked } = listeningWorld(recording);
    expect((await execute(euViesCheck, recording, world)).ok).toBe(true);
    expect(asked.map((request) => request.url)).toEqual([url]);
  });

  test('distinguishes not valid from not checked, and treats hyphens as no value', async () => {
    expect(await partOf(euViesCheck, 'not-valid')).toEqual({ taxStatus: 'invalid', checkedOn: '2026-01-15' });
    expect(await partOf(euViesCheck, 'success')).toMatchObject({
      taxStatus: 'valid',
      legalName: 'OFFICINA DUE PONTI SRL',
      address: { street: 'VIA DEI CEDRI 8 40100 BOLOGNA BO', country: 'IT' },
    });
    const hidden = await partOf(euViesCheck, 'partial');
    expect(hidden).toMatchObject({ taxStatus: 'valid', consultationNumber: 'WAPIAAAAY0TESTAA' });
    expect(hidden).not.toHaveProperty('legalName');
  });
});

describe('global_gleif_lei', () => {
  test('builds the addresses of parents itself, whatever the links contain', async () => {
    const recording = recordingOf(globalGleifLei, 'success');
    const { world, asked } = listeningWorld(recording);
    await globalGleifLei.run(askedOf(recording), world);
    expect(asked.map(({ url }) => url)).toEqual([
      'https://api.gleif.org/api/v1/lei-records?filter%5Bentity.legalName%5D=Nordwind+Getriebe+GmbH&page%5Bsize%5D=20',
      'https://api.gleif.org/api/v1/lei-records/529900TESTNORDWIND01/direct-parent',
      'https://api.gleif.org/api/v1/lei-records/529900TESTNORDWIND01/ultimate-parent',
    ]);
  });

  test('reports parents as related companies, never as owners', async () => {
    const part = await partOf(globalGleifLei, 'success');
    expect(part).toMatchObject({
      registrationNumber: 'HRB 40817 HB',
      address: { street: 'Am Alten Hafen 12, Haus B', state: 'HB' },
      relatedCompanies: [
        { name: 'Nordwind Beteiligungen AG', relationshipType: 'direct_parent' },
        { name: 'Borealis Drive Group NV', relationshipType: 'ultimate_parent', countryCode: 'NL' },
      ],
    });
    expect(part).not.toHaveProperty('shareholders');
    expect(part).not.toHaveProperty('taxId');
  });

  test('finds a number in any notation, and reports that an identifier has lapsed', async () => {
    expect(await partOf(globalGleifLei, 'by-registration-number')).toMatchObject({
      taxId: '11444777000161',
      leiStatus: 'lapsed',
    });
  });
});

describe('gb_companies_house_psc', () => {
  test('reports bands instead of percentages, and no band if only voting rights are given', async () => {
    const { shareholders } = await partOf(gbCompaniesHousePsc, 'every-band');
    expect((shareholders as Record<string, unknown>[]).map((one) => [one['leastPercent'], one['mostPercent']])).toEqual(
      [
        [25, 50],
        [75, 100],
        [50, 75],
        [undefined, undefined],
        [25, 100],
      ],
    );
    expect(JSON.stringify(shareholders)).not.toContain('ownershipPercent');
  });

  test('reports persons as beneficial owners, companies as intermediate steps, and former ones separately', async () => {
    expect(await partOf(gbCompaniesHousePsc, 'success')).toMatchObject({
      registrationNumber: '00987123',
      shareholders: [
        { name: 'Ms Winifred Stark', type: 'person', isBeneficialOwner: true, bornIn: '1971-05' },
        { name: 'Harbour Row Holdings Limited', taxId: '01234567', type: 'company', isBeneficialOwner: false },
      ],
      formerShareholders: [{ name: 'Ms Oona Fairweather', until: '2019-01-31' }],
    });
    expect(await partOf(gbCompaniesHousePsc, 'dissolved')).not.toHaveProperty('shareholders');
    expect(await partOf(gbCompaniesHousePsc, 'protected-person')).toMatchObject({
      shareholders: [{ type: 'person', isBeneficialOwner: true }],
    });
  });
});

describe('global_dns_mail', () => {
  test.each([
    ['success', { hasMx: true, isDeliverable: true }, true],
    ['address-without-exchanger', { hasMx: false, isDeliverable: true }, true],
    ['neither', { hasMx: false, isDeliverable: false }, false],
    ['takes-no-mail', { hasMx: false, isDeliverable: false }, false],
    ['no-such-domain', { hasMx: false, isDeliverable: false }, false],
  ])('%s', async (name, check, isTold) => {
    const part = await partOf(globalDnsMail, name);
    expect(part['emailChecks']).toEqual([{ address: 'irene@correio.example', domain: 'correio.example', ...check }]);
    expect(part['emails']).toEqual(isTold ? ['irene@correio.example'] : undefined);
  });

  test('reports nothing about a domain whose name service fails', async () => {
    const { emailChecks } = await partOf(globalDnsMail, 'partial');
    expect((emailChecks as unknown[])[1]).toEqual({ address: 'irene@antigo.example', domain: 'antigo.example' });
  });
});

test('global_phone_format reads national numbers and distinguishes possible from valid', async () => {
  expect(await partOf(globalPhoneFormat, 'as-dialled-at-home')).toEqual({
    phones: ['+5511961234567'],
    phoneChecks: [
      {
        number: '(11) 96123-4567',
        international: '+5511961234567',
        country: 'BR',
        type: 'mobile',
        isPossible: true,
        isValid: true,
      },
    ],
  });
  expect(await partOf(globalPhoneFormat, 'not-possible')).toMatchObject({ phoneChecks: [{ isPossible: false }] });
  expect(await partOf(globalPhoneFormat, 'not-possible')).not.toHaveProperty('phones');
});
