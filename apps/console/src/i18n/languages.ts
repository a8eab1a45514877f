import type { Messages } from './en/index.js';

export const languages = { en: 'English', pt: 'Português', es: 'Español' } as const;

export type Language = keyof typeof languages;

const loaders: Readonly<Record<Language, () => Promise<Messages>>> = {
  en: async () => (await import('./en/index.js')).en,
  pt: async () => (await import('./pt/index.js')).pt,
  es: async () => (await import('./es/index.js')).es,
};

const isLanguage = (text: string): text is Language => text in languages;

/** Returns the first available language that the reader requests. */
export function chooseLanguage(chosen: string | null, wanted: readonly string[]): Language {
  const asked = [...(chosen === null ? [] : [chosen]), ...wanted].map((each) => each.slice(0, 2).toLowerCase());
  return asked.find(isLanguage) ?? 'en';
}

/** Loads one language and no other. */
export const loadMessages = (language: Language): Promise<Messages> => loaders[language]();
