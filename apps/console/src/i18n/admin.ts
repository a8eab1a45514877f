import { use } from 'react';
import { loadCode } from '../data/load-code.js';
import type { AdminMessages } from './en/admin/index.js';
import type { Language } from './languages.js';
import { useReader } from './reader.js';

const loaders: Readonly<Record<Language, () => Promise<AdminMessages>>> = {
  en: async () => (await import('./en/admin/index.js')).admin,
  pt: async () => (await import('./pt/admin/index.js')).admin,
  es: async () => (await import('./es/admin/index.js')).admin,
};

const loaded = new Map<Language, Promise<AdminMessages>>();

/**
 * Returns the texts for administrators and operators. They must be read below a `Suspense`, because the first screen does not load them.
 */
export function useAdminText(): AdminMessages {
  const { language } = useReader();
  const known = loaded.get(language) ?? loadCode(loaders[language]);
  loaded.set(language, known);
  return use(known);
}
