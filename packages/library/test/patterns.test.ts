import { propertyRuns } from '@tamis/testkit/arbitraries';
import fc from 'fast-check';
import { libraryCatalogue } from '@tamis/library';
import { call, causeOf } from './call.js';

const problem = (pattern: string) => libraryCatalogue.patternProblem(pattern);

describe('regular expression patterns', () => {
  it.each(['^\\d{6}$', 'a|b', '(?i)x', '\\p{L}+', '[[:alpha:]]', '\\bword\\b', 'São', '(?:a{30}){30}', '(?P<n>a)', ''])(
    'accepts %j',
    (pattern) => {
      expect(problem(pattern)).toBeNull();
    },
  );

  it.each([
    ['a(?=b)', 'look-around', [1, 4]],
    ['(?<!a)b', 'look-around', [0, 4]],
    ['é(a)\\1', 'a back-reference', [4, 6]],
    ['(?P<n>a)\\k<n>', 'a back-reference', [8, 11]],
    ['(?>a)', 'an atomic group', [0, 3]],
    ['a++', 'a possessive repetition', [1, 3]],
  ])('%s is rejected for what no linear-time dialect supports: %s', (pattern, what, range) => {
    expect(problem(pattern)).toMatchObject({ code: 'E0601', message: `${what} is not supported`, range });
  });

  it.each(['[', '(', 'a{2,1}', '*', '\\'])('rejects %j as malformed', (pattern) => {
    expect(problem(pattern)).toMatchObject({ code: 'E0601' });
  });

  it('treats an escaped metacharacter as a literal', () => {
    expect(problem('\\(\\?=a\\)')).toBeNull();
    expect(problem('[\\(\\?=](')?.message).not.toContain('look-around');
  });

  it.each(['a{1001}', '(?:(?:a{100}){100}){100}', `${'(?:[a-z]{5}){200}|'.repeat(14)}x`])(
    'rejects %s as too complex',
    (pattern) => {
      expect(problem(pattern)).toMatchObject({ code: 'E0602' });
    },
  );

  it('allows at most 2,000 instructions', () => {
    expect(problem('(?:ab?){660}')).toBeNull();
    expect(problem('(?:ab?){670}')?.message).toContain('and 2000 are allowed');
  });

  it('allows at most 256 characters', () => {
    expect(problem('é'.repeat(256))).toBeNull();
    expect(problem('é'.repeat(257))).toMatchObject({ code: 'E0907' });
  });

  it('is validated without an exception, whatever it is, and then matches without one', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'ab.*+?()[]{}|\\^$1,2-:=!<>Pkd'), maxLength: 24 });
    fc.assert(
      fc.property(
        fc.oneof(signs, fc.string({ unit: 'binary', maxLength: 40 })),
        fc.string({ maxLength: 40 }),
        (pattern, text) => {
          const found = problem(pattern);
          const outcome = call('matches', [text, pattern]);
          if (found === null) expect(typeof outcome).toBe('boolean');
          else expect(['E0601', 'E0602', 'E0907']).toContain(found.code);
        },
      ),
      propertyRuns(2_000),
    );
  });
});

describe('matching', () => {
  it('finds a pattern anywhere, case-sensitively unless the field ignores case', () => {
    expect(call('matches', ['xAby', 'ab'])).toBe(false);
    expect(call('matches', ['xAby', 'ab'], { types: [{ kind: 'text', collation: 'ci' }] })).toBe(true);
    expect(call('not_matches', ['xAby', '^ab'])).toBe(true);
  });

  it.each([
    ['(a+)+$', `${'a'.repeat(10_000)}!`],
    ['(a|aa)+$', `${'a'.repeat(10_000)}!`],
    ['(.*)*x', 'a'.repeat(10_000)],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(10_000)],
  ])('promise 11: %s, which hangs a backtracking matcher, has an answer for 10,000 characters', (pattern, text) => {
    expect(problem(pattern)).toBeNull();
    expect(call('matches', [text, pattern])).toBe(false);
  });

  it('promise 11: of random repetitions is too complex to be saved or for 10,000 characters, or has an answer', () => {
    const part = fc.constantFrom('a', 'b', '[a-c]', '.', '(a|b)', '(a|aa)', '(?:ab?)', '(.*)', '(a+)');
    const often = fc.constantFrom('', '*', '+', '?', '{2,5}', '{40}', '{1,300}');
    const piece = fc.tuple(part, often).map((both) => both.join(''));
    const nested = fc
      .tuple(fc.array(piece, { minLength: 1, maxLength: 4 }), often)
      .map(([all, count]) => `(${all.join('')})${count}`);
    const patterns = fc.array(fc.oneof(piece, nested), { minLength: 1, maxLength: 4 }).map((all) => `${all.join('')}$`);
    const texts = fc.constantFrom('a', 'ab', 'aab', 'abc').map((unit) => `${unit.repeat(10_000 / unit.length)}!`);
    const runs = propertyRuns(100);
    let matched = 0;
    fc.assert(
      fc.property(patterns, texts, (pattern, text) => {
        const found = problem(pattern);
        if (found !== null) expect(['E0601', 'E0602', 'E0907']).toContain(found.code);
        else {
          const outcome = call('matches', [text, pattern]);
          if (typeof outcome === 'boolean') matched += 1;
          else expect(causeOf(outcome)).toBe('too_long');
        }
      }),
      runs,
    );
    expect(matched).toBeGreaterThan(runs.numRuns / 10);
  });

  it('evaluates to unknown when matching a text would take more than two million steps', () => {
    const large = '(?:ab?){600}x';
    expect(causeOf(call('matches', ['a'.repeat(16_000), large]))).toBe('too_long');
    expect(call('matches', ['a'.repeat(1_000), large])).toBe(false);
  });

  it('evaluates to unknown for an overlong text', () => {
    expect(call('matches', ['a'.repeat(16_384), 'b'])).toBe(false);
    expect(causeOf(call('matches', ['a'.repeat(16_385), 'b']))).toBe('too_long');
    expect(call('matches', ['𝕏'.repeat(16_384), 'b'])).toBe(false);
  });
});
