import { admin as enAdmin } from '../src/i18n/en/admin/index.js';
import { en } from '../src/i18n/en/index.js';
import { admin as esAdmin } from '../src/i18n/es/admin/index.js';
import { es } from '../src/i18n/es/index.js';
import { formatsOf } from '../src/i18n/formats.js';
import { chooseLanguage } from '../src/i18n/languages.js';
import { admin as ptAdmin } from '../src/i18n/pt/admin/index.js';
import { pt } from '../src/i18n/pt/index.js';

/** Returns the paths of all texts, with the results of function texts for the same arguments. */
function textsOf(messages: unknown, path = ''): readonly (readonly [string, string])[] {
  if (typeof messages === 'string') return [[path, messages]];
  if (typeof messages === 'function') {
    const told = (messages as (...given: unknown[]) => string)(...Array.from({ length: messages.length }, () => 3));
    return [[path, told]];
  }
  return Object.entries(messages as object).flatMap(([name, each]) => textsOf(each, `${path}.${name}`));
}

/** Texts that are the same in several languages: names, and identical words. */
const alike =
  /^\.(shell\.(sandbox|themes)|rules\.(notYet|columns\.category)|payments\.(score|columns)|editor\.(phrases|version)|dryRuns\.loadingRow|people\.email|shell\.screens\.webhooks|commands\.keyNames\.webhooks|sharing\.kindNames\.webhook|webhooks\.(title|milliseconds)|operations\.(milliseconds|seconds|megabytes)|imports\.oneTitle|unknowns\.of|automations\.editor\.(.*[jJ]son|no|fields\.(webhookId|status))$)/;

/** Words that professionals use as they are, in one of the languages or in both. */
const sameWords: ReadonlySet<string> = new Set(['Status', 'E-mail', 'Hash', 'Roles', 'Error']);

describe.each([
  ['Portuguese', { ...pt, ...ptAdmin }],
  ['Spanish', { ...es, ...esAdmin }],
])('texts in %s', (_, messages) => {
  const english = new Map(textsOf({ ...en, ...enAdmin }));
  const translated = textsOf(messages).filter(([path]) => !path.startsWith('.editor.phrases'));

  it('are complete, including each error', () => {
    const wanted = [...english.keys()].filter((path) => !path.startsWith('.editor.phrases'));
    expect(translated.map(([path]) => path).sort()).toEqual(wanted.sort());
  });

  it('are translated from English', () => {
    const same = translated.filter(
      ([path, text]) => english.get(path) === text && !alike.test(path) && !sameWords.has(text),
    );
    expect(same).toEqual([]);
  });
});

describe('values', () => {
  it('formats money with every digit, in the locale of the reader', () => {
    const [pt, en] = [formatsOf('pt-BR', 'America/Sao_Paulo'), formatsOf('en-US', 'UTC')];
    expect(pt.money(1234.5, 'BRL').replace(/\s/g, ' ')).toBe('R$ 1.234,50');
    expect(en.money('12345678901234567.891', 'USD')).toBe('$12,345,678,901,234,567.891');
    expect(en.money(3, 'PTS1')).toBe('3 PTS1');
  });

  it('formats times in the named time zone', () => {
    const now = Date.parse('2026-11-29T12:00:00Z');
    const since = (iso: string) => formatsOf('en-US', 'UTC').since(iso, now);
    expect(
      ['2026-11-29T11:59:20Z', '2026-11-20T12:00:00Z', '2026-08-01T12:00:00Z', '2025-11-18T12:00:00Z'].map(since),
    ).toEqual(['40 seconds ago', '9 days ago', '4 months ago', 'last year']);
    expect(formatsOf('pt-BR', 'America/Sao_Paulo').time('2025-12-07T23:10:00Z')).toMatch(
      /7 de dez\.? de 2025.*20:10 (BRT|GMT-3)/,
    );
    expect(formatsOf('en-US', 'UTC').time('2025-12-07T23:10:00Z')).toMatch(/Dec 7, 2025.*11:10 PM UTC/);
  });

  it('uses the chosen language, else the first supported language of the browser', () => {
    expect(chooseLanguage('es', ['pt-BR'])).toBe('es');
    expect(chooseLanguage(null, ['fr-CA', 'pt-BR', 'en'])).toBe('pt');
    expect(chooseLanguage('xx', ['fr'])).toBe('en');
  });
});
