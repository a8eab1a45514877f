import { en } from '../src/i18n/en.js';
import { es } from '../src/i18n/es.js';
import { chooseLanguage, countryNames } from '../src/i18n/languages.js';
import { pt } from '../src/i18n/pt.js';

/** Returns the paths of all texts. Functions are called with the same arguments, and their results are returned. */
function textsOf(messages: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof messages === 'string') return [[path, messages]];
  if (typeof messages === 'function') {
    const said = (messages as (...given: unknown[]) => string)(...Array.from({ length: messages.length }, () => 3));
    return [[path, said]];
  }
  return Object.entries(messages as object).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
}

describe.each([
  ['Spanish', es],
  ['Portuguese', pt],
])('texts in %s', (_, messages) => {
  const english = new Map(textsOf(en));
  const translated = textsOf(messages);

  it('are complete', () => {
    expect(translated.map(([path]) => path).sort()).toEqual([...english.keys()].sort());
  });

  it('are all translated from English', () => {
    expect(translated.filter(([path, text]) => english.get(path) === text && text !== 'Visa')).toEqual([]);
  });
});

describe('language choice', () => {
  it.each([
    ['es', 'pt', ['en'], 'en', 'es'],
    [null, 'pt-BR', ['en'], 'en', 'pt'],
    [null, null, ['fr-CA', 'es-MX', 'en'], 'en', 'es'],
    [null, null, ['de'], 'pt', 'pt'],
    [null, 'fr', ['de'], null, 'en'],
    ['xx', null, [], null, 'en'],
  ])(
    'with chosen %s, link %s, device %j, organization %s: %s',
    (chosen, language, wanted, organizationLanguage, expected) => {
      expect(chooseLanguage(chosen, { language, organizationLanguage }, wanted)).toBe(expected);
    },
  );

  it('is the device language until the session is known', () => {
    expect(chooseLanguage(null, null, ['pt-BR'])).toBe('pt');
  });

  it('lists country names in its own alphabetical order', () => {
    expect(countryNames('es', ['US', 'DE', 'BR']).map(([, name]) => name)).toEqual([
      'Alemania',
      'Brasil',
      'Estados Unidos',
    ]);
  });
});
