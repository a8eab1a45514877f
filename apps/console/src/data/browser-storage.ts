import { del, get, set } from 'idb-keyval';

/** Choices of a user for this browser. */
export interface Settings {
  readonly language: string | null;
  readonly theme: 'system' | 'light' | 'dark';
  /** Whether single letters work as keyboard shortcuts. */
  readonly letters: boolean;
}

const name = 'tamis.settings';
const initial: Settings = { language: null, theme: 'system', letters: true };

export function readSettings(): Settings {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<Settings>) };
  } catch {
    return initial;
  }
}

export function changeSettings(change: Partial<Settings>): Settings {
  const changed = { ...readSettings(), ...change };
  try {
    localStorage.setItem(name, JSON.stringify(changed));
  } catch {
    // Private windows may not store anything. The choice is then valid until the user leaves the page.
  }
  return changed;
}

const dark = matchMedia('(prefers-color-scheme: dark)');

export function applyTheme(theme: Settings['theme']): void {
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
  document.documentElement.dataset['theme'] = isDark ? 'dark' : 'light';
}

export const onSystemTheme = (changed: () => void): void => dark.addEventListener('change', changed);

/** A text that was typed but not saved. It is kept after the tab is closed and after signing out. */
export interface Draft {
  readonly text: string;
  /** The version of the rule on which it is based. 0 for a rule that is not stored yet. */
  readonly version: number;
  readonly at: number;
}

const nameOf = (organizationId: string, ruleId: string): string => `draft ${organizationId} ${ruleId}`;

export const readDraft = (organizationId: string, ruleId: string): Promise<Draft | undefined> =>
  get<Draft>(nameOf(organizationId, ruleId));

export const keepDraft = (organizationId: string, ruleId: string, draft: Draft): Promise<void> =>
  set(nameOf(organizationId, ruleId), draft);

export const dropDraft = (organizationId: string, ruleId: string): Promise<void> => del(nameOf(organizationId, ruleId));
