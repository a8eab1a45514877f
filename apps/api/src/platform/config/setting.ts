/** An environment variable: how it is parsed, and its description for operators. */
export interface Setting<T> {
  readonly name: string;
  readonly description: string;
  /** The default as it would be written; `null` if the variable is required. */
  readonly defaultText: string | null;
  /** Parses the trimmed text and returns its value or a problem. Empty text stands for the default. */
  read(text: string): T | Problem;
}

/** The problem of a setting, phrased to follow its name. */
export class Problem {
  constructor(readonly text: string) {}
}

interface About {
  readonly name: string;
  readonly description: string;
}

const setting = <T>(
  { name, description }: About,
  defaultText: string | null,
  read: (text: string) => T | Problem,
): Setting<T> => ({ name, description, defaultText, read });

/** The values of a table of settings, by key. */
export type ValuesOf<S extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export const textSetting = (
  about: About & { readonly default: string; readonly problem?: (text: string) => string | null },
): Setting<string> => setting(about, about.default, (given) => checked(given || about.default, about.problem));

/** Defines a text without which the server does not start. */
export const requiredText = (
  about: About & { readonly missing: string; readonly problem: (text: string) => string | null },
): Setting<string> =>
  setting(about, null, (given) => (given === '' ? new Problem(about.missing) : checked(given, about.problem)));

/** Defines a text that is `null` if not given. */
export const optionalText = (
  about: About & { readonly problem?: (text: string) => string | null },
): Setting<string | null> => setting(about, 'none', (given) => (given === '' ? null : checked(given, about.problem)));

export const choiceSetting = <const C extends string>(
  about: About & { readonly choices: readonly C[]; readonly default: NoInfer<C> },
): Setting<C> =>
  setting(
    about,
    about.default,
    (given) =>
      about.choices.find((choice) => choice === (given || about.default)) ??
      new Problem(`\`${given}\` is not one of ${about.choices.join(', ')}`),
  );

/** Defines a setting that is `on` or `off`. */
export function switchSetting(about: About & { readonly default?: 'on' | 'off' }): Setting<boolean> {
  const words = choiceSetting({ default: 'off', ...about, choices: ['off', 'on'] });
  return {
    ...words,
    read: (given) => {
      const word = words.read(given);
      return word instanceof Problem ? word : word === 'on';
    },
  };
}

/** Defines an integer. `{bounds}` in its description is replaced by its bounds. */
export const numberSetting = (
  about: About & {
    readonly default: number;
    /** The default as documented, if it differs between environments. */
    readonly defaultText?: string;
    readonly min: number;
    readonly max: number;
  },
): Setting<number> => ({
  name: about.name,
  description: about.description.replace('{bounds}', `${String(about.min)} to ${String(about.max)}`),
  defaultText: about.defaultText ?? String(about.default),
  read: (given) => {
    if (given === '') return about.default;
    const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (value >= about.min && value <= about.max) return value;
    return new Problem(`\`${given}\` is not a whole number from ${String(about.min)} to ${String(about.max)}`);
  },
});

/** Defines a list of words separated by commas or whitespace. Each is checked. Empty if it is not given and has no default. */
export const wordsSetting = (
  about: About & { readonly default?: string; readonly problem: (word: string) => string | null },
): Setting<readonly string[]> =>
  setting(about, about.default ?? 'none', (given) => {
    const words = (given || (about.default ?? '')).split(/[\s,]+/).filter((word) => word !== '');
    const problems = words.map(about.problem).filter((problem) => problem !== null);
    return problems.length === 0 ? words : new Problem(problems.join('; '));
  });

function checked(text: string, problemOf?: (text: string) => string | null): string | Problem {
  const problem = problemOf?.(text) ?? null;
  return problem === null ? text : new Problem(problem);
}

/** Returns why a text cannot be used in a header; `null` if it can. */
export const visibleProblem = (text: string): string | null =>
  /^[\x21-\x7e]+$/.test(text) ? null : 'contains characters other than visible ASCII';

export const isOrigin = (text: string): boolean =>
  /^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/** Whether the text is an http or https URL of a folder of files. */
export function isFolderUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && `${username}${password}${search}${hash}` === '';
}
