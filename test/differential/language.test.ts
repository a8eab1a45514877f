import { libraryCatalogue } from '@tamis/library';
import { propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import { compareLanguage } from './compare-language.js';
import { operatorForms } from './operator-forms.js';

describe('full language with random rules and data', () => {
  const { run, checkCoverage } = compareLanguage(0);

  it(
    'promise 8: the engine gives the outcome of the reference evaluator, causes and effects included, whichever way it runs',
    run,
    propertyTimeoutMs,
  );

  it('promise 8: and every operator at every operand type, function, aggregate and action came up', checkCoverage);

  it('covers every operator', () => {
    const { operators } = libraryCatalogue;
    expect(operators.map(({ name }) => name).filter((name) => !(name in operatorForms))).toEqual([]);
  });
});
