import { help, readArguments } from '../src/check/arguments.mjs';
import { timingsOf } from '../src/check/timings.mjs';

describe('npm test arguments', () => {
  test('are parsed by npm test, and unknown ones are passed to jest', () => {
    expect(readArguments(['--only', 'unit', 'money', '--all', '-t', 'adds'])).toEqual({
      only: 'unit',
      all: true,
      rest: ['money', '-t', 'adds'],
    });
    expect(readArguments(['--timings=times.json', '--changed', '--since', 'main'])).toEqual({
      timings: 'times.json',
      changed: true,
      since: 'main',
      rest: [],
    });
    expect(readArguments([])).toEqual({ rest: [] });
  });

  test('are documented in the help', () => {
    for (const name of ['--all', '--only', '--changed', '--since', '--timings']) expect(help).toContain(name);
  });
});

describe('run timings', () => {
  test('contain the seconds of each step, and the ratio of the whole run to the build', () => {
    const steps = [
      { name: 'format', passed: true, seconds: 40 },
      { name: 'build', passed: true, seconds: 50 },
      { name: 'tests', passed: true, seconds: 350 },
    ];
    expect(timingsOf(steps, 400.04, true)).toEqual({
      steps: { format: 40, build: 50, tests: 350 },
      total: 400,
      sumOfSteps: 440,
      tscSeconds: 50,
      testRunRatio: 8,
    });
    expect(timingsOf(steps, 400, false).testRunRatio).toBeNull();
  });
});
