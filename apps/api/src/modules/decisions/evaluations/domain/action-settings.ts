import type { SettingsJson } from '@tamis/lang';

/** What `with { … }` of an action says; the checker has seen to the types. */
export const textOf = (settings: SettingsJson | undefined, name: string): string | null => {
  const value = settings?.[name];
  return typeof value === 'string' ? value : null;
};

export const numberOf = (settings: SettingsJson | undefined, name: string): number | null => {
  const value = settings?.[name];
  return typeof value === 'number' ? value : null;
};

export const tagsOf = (settings: SettingsJson | undefined): readonly string[] => {
  const value = settings?.['tags'];
  return Array.isArray(value) ? value.filter((tag): tag is string => typeof tag === 'string') : [];
};
