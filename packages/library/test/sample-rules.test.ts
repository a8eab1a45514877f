import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile, readRules } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

const samples = join(__dirname, '../../../rules-fixtures/samples');

describe('sample rules', () => {
  const { file, diagnostics } = readRules(readFileSync(join(samples, 'card-payments.rules'), 'utf8'));
  const checked = checkFile(file, {
    catalogue: libraryCatalogue,
    findList: (name) => ({ id: '00000000-0000-4000-8000-000000000001', name, type: 'custom' }),
  });

  it('compile without errors and with one warning, about a category that may be missing', () => {
    expect([...diagnostics, ...checked.diagnostics].map(({ code }) => code)).toEqual(['W1203']);
    expect(checked.rules).toHaveLength(file.rules.length);
  });

  it('report their costs and which missing fields make them unknown', () => {
    const rules = new Map(checked.rules.map((rule) => [rule.key, rule]));
    expect(rules.get('first_large_in_category')?.aggregates).toHaveLength(1);
    // A window whose filter reads the current event (60), two comparisons and the `and` between them.
    expect(rules.get('first_large_in_category')?.cost).toBe(63);
    expect(rules.get('rapid_sequence')?.cost).toBe(21);
    expect(rules.get('rapid_sequence')?.unknownable).toEqual(['originEntityId']);
    expect(rules.get('senior_online_at_night')?.unknownable).toEqual(['category', 'originEntity.ageYears']);
  });
});

describe('rules of the language manual', () => {
  const source = readFileSync(join(samples, '../language/examples.rules'), 'utf8');
  const { file, diagnostics } = readRules(source);
  const checked = checkFile(file, { catalogue: libraryCatalogue, source });

  it('compile without errors, with two comparisons that are unknown when the card is missing', () => {
    expect([...diagnostics, ...checked.diagnostics].map(({ code }) => code)).toEqual(['W1203', 'W1203']);
    expect(checked.rules).toHaveLength(24);
    expect(checked.matrices.map(({ key }) => key)).toEqual(['kyt_core', 'onboarding_br']);
    expect(checked.parameters.map(({ name }) => name)).toEqual(['reporting_limit', 'dormant_after', 'name_match_at']);
  });

  it('include valid tests', () => {
    const inside = file.rules.reduce((sum, rule) => sum + rule.tests.length, 0);
    expect(checked.rules.reduce((sum, rule) => sum + rule.tests.length, 0)).toBe(inside);
    expect(checked.tests.map(({ rules }) => rules)).toEqual([['cash_over_limit', 'velocity_burst', 'structuring']]);
  });

  it('report the names they use and which missing fields make them unknown', () => {
    const rules = new Map(checked.rules.map((rule) => [rule.key, rule]));
    expect(rules.get('structuring')?.names).toEqual(['near_limit', 'reporting_limit']);
    expect(rules.get('corridor_volume')?.names).toEqual(['HIGH_RISK', 'high_risk_corridor', 'reporting_limit']);
    expect(rules.get('dormant_account')?.unknownable).toEqual(['originEntity.registrationDate', 'originEntityId']);
    expect(rules.get('watchlist_name')?.matchTerms).toHaveLength(1);
    expect(rules.get('corridor_volume')?.effective).toEqual({ from: '2026-12-01', until: '2027-12-31' });
  });
});
