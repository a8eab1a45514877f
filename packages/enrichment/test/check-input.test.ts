import {
  type Asked,
  checkInput,
  fillParameters,
  itemCodes,
  mockRun,
  type Provider,
  simulationOf,
  subjectProblem,
  testTaxIds,
} from '../src/index.js';
import { brReceitaCnpj } from '../src/providers/br-receita-cnpj/provider.js';
import { euViesCheck } from '../src/providers/eu-vies-check/provider.js';
import { gbCompaniesHousePsc } from '../src/providers/gb-companies-house-psc/provider.js';
import { globalDnsMail } from '../src/providers/global-dns-mail/provider.js';
import { globalGleifLei } from '../src/providers/global-gleif-lei/provider.js';
import { today } from './recorded-run.js';

const company: Asked = {
  type: 'company',
  country: 'BR',
  taxId: '11222333000181',
  name: 'Grãos do Vale',
  emails: [],
  phones: [],
  parameters: {},
};

const codeOf = (provider: Provider, changes: Partial<Asked>) => checkInput(provider, { ...company, ...changes })?.code;

describe('input that a provider cannot accept', () => {
  test('has another type or country', () => {
    expect(codeOf(brReceitaCnpj, {})).toBeUndefined();
    expect(codeOf(brReceitaCnpj, { type: 'person' })).toBe('NO_MATCHING_PROVIDER');
    expect(codeOf(brReceitaCnpj, { country: 'AR' })).toBe('NO_MATCHING_PROVIDER');
    expect(codeOf(globalGleifLei, { country: 'JP', taxId: null })).toBeUndefined();
  });

  test('lacks a field, which the message names', () => {
    const missing = (provider: Provider) => checkInput(provider, { ...company, taxId: null, name: ' ' });
    expect(missing(brReceitaCnpj)).toEqual({ code: 'MISSING_INPUT', message: 'br_receita_cnpj needs taxId.' });
    expect(missing(globalGleifLei)?.message).toBe('global_gleif_lei needs taxId, or name.');
    expect(missing(globalDnsMail)?.message).toBe('global_dns_mail needs email.');
  });

  test.each([
    [brReceitaCnpj, { taxId: '11222333000182' }, 'INVALID_TAX_ID'],
    [brReceitaCnpj, { taxId: '52998224725' }, 'INVALID_TAX_ID'],
    [brReceitaCnpj, { taxId: '12.ABC.345/01DE-35' }, undefined],
    [brReceitaCnpj, { taxId: '12ABC34501DE36' }, 'INVALID_TAX_ID'],
    [euViesCheck, { country: 'GR', taxId: 'EL094259216' }, undefined],
    [euViesCheck, { country: 'GR', taxId: 'GR 094259216' }, undefined],
    [euViesCheck, { country: 'GB', taxId: 'XI110305878' }, undefined],
    [euViesCheck, { country: 'GB', taxId: '110305878' }, 'INVALID_TAX_ID'],
    [euViesCheck, { country: 'DE', taxId: 'DE12345678' }, 'INVALID_TAX_ID'],
    [gbCompaniesHousePsc, { country: 'GB', taxId: 'SC123456' }, undefined],
    [gbCompaniesHousePsc, { country: 'GB', taxId: 'GB123456789' }, 'INVALID_TAX_ID'],
  ] as const)('%#: tax ids by country', (provider, changes, code) => {
    expect(codeOf(provider, changes)).toBe(code);
  });
});

describe('parameters', () => {
  const declared: Provider = {
    ...brReceitaCnpj,
    input: {
      oneOf: [['taxId']],
      parameters: [
        { name: 'years', type: 'number', required: false, default: 3, description: 'Years.' },
        { name: 'purpose', type: 'string', required: true, description: 'Why.' },
      ],
    },
  };
  const problemOf = (parameters: Readonly<Record<string, unknown>>, context = {}) =>
    checkInput(declared, { ...company, parameters }, context);

  test('are checked against the declaration, with defaults for omitted ones', () => {
    expect(problemOf({ purpose: 'onboarding' })).toBeNull();
    expect(fillParameters(declared, { purpose: 'x', other: 1 })).toEqual({ years: 3, purpose: 'x' });
    expect(problemOf({})?.message).toBe('`parameters.purpose` is required.');
    expect(problemOf({ purpose: 'x', years: '3' })?.message).toBe('`parameters.years` must be a number.');
    expect(problemOf({ purpose: 'x', other: 1 })?.code).toBe('INVALID_PARAMETERS');
    expect(problemOf({ purpose: 'x', other: 1 }, { otherParameters: ['other'] })).toBeNull();
  });

  test('are small and flat', () => {
    const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });
    const context = { otherParameters: ['other'] };
    expect(problemOf({ purpose: 'x', other: nested(5) }, context)).toBeNull();
    expect(problemOf({ purpose: 'x', other: nested(6) }, context)?.message).toMatch(/6 levels deep/);
    expect(problemOf({ purpose: 'x', other: nested(5_000) }, context)?.message).toMatch(/6 levels deep/);
    expect(problemOf({ purpose: 'é'.repeat(9_000) })?.message).toMatch(/16384 bytes/);
  });

  test('for simulation are accepted only in the sandbox', () => {
    const simulate = { purpose: 'x', simulate: 'PROVIDER_TIMEOUT', latencyMs: 5_000 };
    expect(problemOf(simulate, { isSandbox: true })).toBeNull();
    expect(problemOf(simulate)).toMatchObject({
      code: 'INVALID_PARAMETERS',
      message: expect.stringContaining('`parameters.simulate` is not a parameter of'),
    });
    expect(problemOf({ purpose: 'x', 'a\u0000b': 1 })?.message).toContain(
      'A member of `parameters` is not a parameter of',
    );
    expect(problemOf({ ...simulate, simulate: 'NOTHING' }, { isSandbox: true })?.code).toBe('INVALID_PARAMETERS');
    expect(problemOf({ ...simulate, latencyMs: 5_001 }, { isSandbox: true })?.message).toMatch(/0 to 5000/);
  });
});

describe('sandbox mock', () => {
  test('returns the requested subject with dates shifted relative to today', async () => {
    const raw = await mockRun(brReceitaCnpj, company, '2026-01-25T10:00:00Z');
    if (!raw.ok) throw new Error(raw.error.message);
    expect(subjectProblem(brReceitaCnpj, raw.value, company)).toBeNull();
    expect(brReceitaCnpj.normalize(raw.value, company)).toMatchObject({
      value: { taxId: company.taxId, legalName: 'PADARIA MORRO AZUL LTDA', incorporationDate: '2014-03-21' },
    });
    const named = { ...company, country: 'DE', taxId: '811234567', name: 'Weser Kolben AG' };
    const lei = await mockRun(globalGleifLei, named, today);
    expect(lei.ok && subjectProblem(globalGleifLei, lei.value, named)).toBeNull();
    expect(lei).toMatchObject({ value: { record: { attributes: { entity: { legalName: { name: named.name } } } } } });
  });

  test('computes its result from the input if the provider does not identify a subject', async () => {
    const asked = { ...company, emails: ['a@one.example', 'b@two.example'] };
    const raw = await mockRun(globalDnsMail, asked, today);
    expect(raw.ok && globalDnsMail.normalize(raw.value, asked)).toMatchObject({ value: { emails: asked.emails } });
  });

  test('fails on demand by a parameter or a test tax id', async () => {
    for (const code of itemCodes) {
      const asked = { ...company, parameters: { simulate: code } };
      expect(await mockRun(brReceitaCnpj, asked, today)).toMatchObject({ ok: false, error: { code } });
    }
    expect(testTaxIds.map(({ code }) => code)).toEqual(itemCodes);
    for (const { code, cnpj, cpf } of testTaxIds) {
      expect(codeOf(brReceitaCnpj, { taxId: cnpj })).toBeUndefined();
      expect(await mockRun(brReceitaCnpj, { ...company, taxId: cnpj }, today)).toMatchObject({ error: { code } });
      expect(simulationOf({ ...company, type: 'person', taxId: cpf }).code).toBe(code);
    }
  });

  test('waits as long as requested, but at most five seconds', () => {
    expect(simulationOf({ ...company, parameters: { latencyMs: 250 } })).toEqual({ code: null, latencyMs: 250 });
    expect(simulationOf({ ...company, parameters: { latencyMs: 60_000 } }).latencyMs).toBe(5_000);
    expect(simulationOf(company)).toEqual({ code: null, latencyMs: 0 });
  });
});
