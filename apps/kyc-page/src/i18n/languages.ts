import { en, type Messages } from './en.js';
import { es } from './es.js';
import { pt } from './pt.js';

export const languages = { en: 'English', es: 'Español', pt: 'Português' } as const;
export type Language = keyof typeof languages;

export const messages: Readonly<Record<Language, Messages>> = { en, es, pt };

const isLanguage = (text: string): text is Language => Object.hasOwn(languages, text);

interface LinkLanguages {
  readonly language: string | null;
  readonly organizationLanguage: string | null;
}

/** The language chosen by the person, or else that of the link, the first supported one of the device, or that of the organization. */
export function chooseLanguage(chosen: string | null, link: LinkLanguages | null, wanted: readonly string[]): Language {
  const asked = [chosen, link?.language, ...wanted, link?.organizationLanguage].flatMap((each) =>
    each ? [each.slice(0, 2).toLowerCase()] : [],
  );
  return asked.find(isLanguage) ?? 'en';
}

/** Returns the names of countries in a language, in that language's sort order. */
export function countryNames(language: Language, codes: readonly string[]): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, language));
}
