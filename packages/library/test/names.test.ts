import fc from 'fast-check';
import { evaluationEnvironment, findSimilarName } from '@tamis/library';
import { call, causeOf } from './call.js';

const algorithms = ['name_words', 'jaro_winkler', 'levenshtein', 'token_set', 'phonetic'] as const;

/** Names as registers spell them, with few different letters, so that random names overlap. */
const word = fc.string({ unit: fc.constantFrom(...'abeijlmnorstuvxzçãéñhS'), minLength: 1, maxLength: 9 });
const name = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const anyText = fc.string({ unit: 'binary', maxLength: 40 });
const similarity = (a: string, b: string, algorithm: string) => call('similarity', [a, b, algorithm]) as number;

describe('name normalization', () => {
  const normalize = (text: string) => call('normalizeName', [text]) as string;

  it.each([
    ['  AÇÚCAR   União S.A. ', 'acucar uniao'],
    ['Padaria São João Ltda. - ME', 'padaria sao joao'],
    ["D'Ávila & Filhos S/A", 'davila filhos'],
    ['SA', 'sa'],
    ['Ltda ME', 'ltda'],
    ['Straße', 'strasse'],
    ['ﬁnance Ⅸ', 'finance ix'],
    ['Souza,Ana', 'souza ana'],
    ['Banco S. A.', 'banco'],
    ['…', ''],
  ])('normalizes %j to %j', (text, expected) => {
    expect(normalize(text)).toBe(expected);
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.oneof(name, anyText), (text) => {
        expect(normalize(normalize(text))).toBe(normalize(text));
      }),
      { numRuns: 1_000 },
    );
  });

  it('ignores case, accents and spacing', () => {
    fc.assert(
      fc.property(name, (text) => {
        const written = ` ${text.toUpperCase().normalize('NFD').replaceAll(' ', '  ')}. `;
        expect(normalize(written)).toBe(normalize(text));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe.each(algorithms)('name similarity by %s', (algorithm) => {
  it('is between 0 and 1, symmetric, and 1 for equal names', () => {
    fc.assert(
      fc.property(fc.oneof(name, anyText), fc.oneof(name, anyText), (a, b) => {
        const found = similarity(a, b, algorithm);
        expect(found).toBeGreaterThanOrEqual(0);
        expect(found).toBeLessThanOrEqual(1);
        expect(similarity(b, a, algorithm)).toBe(found);
        if (call('normalizeName', [a]) !== '') expect(similarity(a, a.toLowerCase(), algorithm)).toBe(1);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is 0 for a name without letters or digits', () => {
    expect(similarity('', 'Ana', algorithm)).toBe(0);
    expect(similarity('.', '-', algorithm)).toBe(0);
  });

  it('compares the longest texts within two seconds', () => {
    const [a, b] = ['ab '.repeat(5_400), 'ba c '.repeat(3_200)];
    const started = process.hrtime.bigint();
    similarity(a, b, algorithm);
    expect(Number(process.hrtime.bigint() - started) / 1e6).toBeLessThan(2_000);
  });
});

/** The table of the textbook algorithm. */
function slowDistance(a: string, b: string): number {
  const [rows, columns] = [[...a], [...b]];
  let before = [0, ...columns.map((_, index) => index + 1)];
  for (const [row, character] of rows.entries()) {
    const current = [row + 1];
    for (const [column, other] of columns.entries())
      current.push(
        Math.min(
          (current[column] ?? 0) + 1,
          (before[column + 1] ?? 0) + 1,
          (before[column] ?? 0) + (character === other ? 0 : 1),
        ),
      );
    before = current;
  }
  return before[before.length - 1] ?? 0;
}

it('levenshtein matches the reference implementation, also for names longer than a machine word', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '𝕏'), minLength: 1, maxLength: 120 });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      // Folding converts the mathematical letter to a plain one.
      const [left, right] = [a.replaceAll('𝕏', 'x'), b.replaceAll('𝕏', 'x')];
      const longer = Math.max(left.length, right.length);
      expect(similarity(a, b, 'levenshtein')).toBeCloseTo(1 - slowDistance(left, right) / longer, 12);
    }),
    { numRuns: 500 },
  );
});

/** Jaro in its usual definition: every character is paired with the first free partner within reach. */
function slowJaro(a: string, b: string): number {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  const matched: string[] = [];
  for (const [index, character] of [...a].entries())
    for (let place = Math.max(0, index - reach); place <= Math.min(b.length - 1, index + reach); place += 1)
      if (!taken.has(place) && b[place] === character) {
        taken.add(place);
        matched.push(character);
        break;
      }
  if (matched.length === 0) return 0;
  const other = [...taken].sort((x, y) => x - y).map((place) => b[place]);
  const transpositions = matched.filter((character, index) => character !== other[index]).length / 2;
  const jaro =
    (matched.length / a.length + matched.length / b.length + (matched.length - transpositions) / matched.length) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

it('jaro_winkler matches published values', () => {
  expect(similarity('dwayne', 'duane', 'jaro_winkler')).toBeCloseTo(0.84, 6);
  expect(similarity('dixon', 'dicksonx', 'jaro_winkler')).toBeCloseTo(0.813333, 6);
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(letters, letters, (a, b) => {
      const [first, second] = a < b ? [a, b] : [b, a];
      expect(similarity(a, b, 'jaro_winkler')).toBeCloseTo(first === second ? 1 : slowJaro(first, second), 12);
    }),
    { numRuns: 1_000 },
  );
});

describe('token_set', () => {
  it('ignores word order', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(['ana', 'maria', 'souza', 'lima'], { minLength: 4 }), (words) => {
        expect(similarity(words.join(' '), 'Ana Maria Souza Lima', 'token_set')).toBe(1);
      }),
    );
  });

  it('counts two common words as a match, but not one', () => {
    expect(similarity('Ana Souza', 'Ana Beatriz Souza', 'token_set')).toBe(1);
    expect(similarity('Ana', 'Ana Beatriz Souza', 'token_set')).toBeLessThan(0.5);
  });
});

describe('phonetic equality', () => {
  it.each([
    ['Souza', 'Sousa', true],
    ['Vásquez', 'Basquez', true],
    ['Giménez', 'Jiménez', true],
    ['Gonçalves', 'Gonsalves', true],
    ['Xavier', 'Chavier', true],
    ['Philipe', 'Felipe', true],
    ['Yáñez', 'Llanes', true],
    ['Hernández', 'Ernandes', true],
    ['Quispe', 'Kispe', true],
    ['Ana Souza', 'Sousa Ana', true],
    ['Ana Souza', 'Ana', false],
    ['Pedro', 'Paulo', false],
    ['Martins', 'Medeiros', false],
    ['12', '13', false],
    ['', '', false],
  ])('%j and %j: %s', (a, b, alike) => {
    expect(call('soundsLike', [a, b])).toBe(alike);
    expect(call('soundsLike', [b, a])).toBe(alike);
  });
});

describe('is similar to', () => {
  it('is true from the threshold up, 85% by default', () => {
    fc.assert(
      fc.property(
        name,
        name,
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(...algorithms),
        (a, b, percent, algorithm) => {
          const found = similarity(a, b, algorithm);
          expect(call('fuzzy_match', [a, b, percent / 100, algorithm])).toBe(found >= percent / 100);
          expect(call('not_fuzzy_match', [a, b, percent / 100, algorithm])).toBe(found < percent / 100);
          expect(call('fuzzy_match', [a, b])).toBe(similarity(a, b, 'name_words') >= 0.85);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['Mohammed Al Rashid', 'AL-RASHID, Muhammad', true],
    ['Жанна Петрова', 'Zhanna Petrova', true],
    ['J. Smith', 'John Smith', true],
    ['Dr. Roberto Vega Núñez', 'VEGA NUNEZ, ROBERTO', true],
    ['Siemens Aktiengesellschaft', 'Siemens AG', true],
    ['Transprotes del Pacífico Ltda', 'TRANSPORTES DEL PACIFICO', true],
    ['Good Will Trading', 'Goodwill Trading Co. Ltd.', true],
    ['Banco del Sur', 'Banco del Norte', false],
    ['Comercial Andina', 'Comercial Oceánica', false],
    ['Juan Carlos Pérez', 'Juan Carlos Pereira', false],
    ['Pedro Martins', 'Pedro Medeiros', false],
    ['Fondo Norte II', 'Fondo Norte III', false],
    ['😀', '😀', false],
  ])('distinguishes names of one person from names of two: %j and %j, %s', (a, b, same) => {
    expect(call('fuzzy_match', [a, b])).toBe(same);
    expect(call('fuzzy_match', [b, a])).toBe(same);
    expect(call('fuzzy_match_custom_list', [a, ['Nobody Else', b]])).toBe(same);
  });

  it('searches a list of texts, and finds nothing in an empty one', () => {
    expect(call('fuzzy_match_custom_list', ['Jon Smith', ['Maria', 'John Smith']])).toBe(true);
    expect(call('fuzzy_match_custom_list', ['Jon Smith', []])).toBe(false);
  });

  it('returns the best match, the first one among equals', () => {
    const environment = evaluationEnvironment({ now: 0, timezone: 'UTC', baseCurrency: 'USD' });
    const best = (list: readonly string[], ...options: readonly (number | string)[]) =>
      findSimilarName('Jon Smith', [list, ...options], environment);
    expect(best(['John Smyth', 'JON SMITH', 'Jon Smith.'])).toEqual({ value: 'JON SMITH', score: 1 });
    expect(best(['Maria Souza'])).toBeNull();
    expect(best(['Smith Jon'], 0.9, 'token_set')).toEqual({ value: 'Smith Jon', score: 1 });
    expect(findSimilarName('Jon Smith', ['l1'], environment)).toMatchObject({
      causes: [{ cause: 'list_unavailable' }],
    });
  });

  it('searches the items of a data list, and is unknown when the list is gone', () => {
    const types = [undefined, { kind: 'listref' } as const];
    const answer = () => ({ value: [{ id: '1', primaryValue: '777', searchKeys: ['John Smith'] }] });
    expect(call('fuzzy_match_custom_list', ['Jon Smith', 'l1'], { types, data: { answer } })).toBe(true);
    expect(call('not_fuzzy_match_custom_list', ['Maria', 'l1'], { types, data: { answer } })).toBe(true);
    expect(causeOf(call('fuzzy_match_custom_list', ['Maria', 'l1'], { types }))).toBe('list_unavailable');
  });
});
