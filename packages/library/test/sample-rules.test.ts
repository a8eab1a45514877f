import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkFile, readRules } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

const samples = join(__dirname, '../../../rules-fixtures/samples');

describe('the sample rules', () => {
  const { file, diagnostics } = readRules(readFileSync(join(samples, 'card-payments.rules'), 'utf8'));
  const checked = checkFile(file, {
    catalogue: libraryCatalogue,
    findList: (name) => ({ id: '00000000-0000-4000-8000-000000000001', name, type: 'custom' }),
  });

  it('check without an error; the one warning is about a category that may be missing', () => {
    expect([...diagnostics, ...checked.diagnostics].map(({ code }) => code)).toEqual(['W1203']);
    expect(checked.rules).toHaveLength(file.rules.length);
  });

  it('know what each costs and which missing fields silence it', () => {
    const rules = new Map(checked.rules.map((rule) => [rule.key, rule]));
    expect(rules.get('first_large_in_category')?.aggregates).toHaveLength(1);
    // A window whose filter reads the current event (60), two comparisons and the `and` between them.
    expect(rules.get('first_large_in_category')?.cost).toBe(63);
    expect(rules.get('rapid_sequence')?.cost).toBe(21);
    expect(rules.get('rapid_sequence')?.unknownable).toEqual(['originEntityId']);
    expect(rules.get('senior_online_at_night')?.unknownable).toEqual(['category', 'originEntity.ageYears']);
  });
});
