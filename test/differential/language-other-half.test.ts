import { propertyTimeoutMs } from '@tamis/testkit/arbitraries';
import { compareLanguage } from './compare-language.js';

// The second half is a separate file, so that two processes share the work.
describe('full language with other random rules and data', () => {
  const { run, checkCoverage } = compareLanguage(1);

  it(
    'promise 8: the engine gives the outcome of the reference evaluator, causes and effects included, whichever way it runs',
    run,
    propertyTimeoutMs,
  );

  it('promise 8: and every operator at every operand type, function, aggregate and action came up', checkCoverage);
});
