/** One variable of the environment: how it is read, and what people are told of it. */
export interface Setting<T> {
  readonly name: string;
  readonly description: string;
  /** As it would be written; null: it must be given. */
  readonly defaultText: string | null;
  /** The value of what is written, with no blanks around it, or a problem. An empty text stands for the default. */
  read(text: string): T | Problem;
}

/** What is wrong with a setting, said after its name. */
export class Problem {
  constructor(readonly text: string) {}
}

interface About {
  readonly name: string;
  readonly description: string;
}

/** The values of a table of settings, by their keys. */
export type ValuesOf<S extends Readonly<Record<string, Setting<unknown>>>> = {
  readonly [K in keyof S]: S[K] extends Setting<infer T> ? T : never;
};

export const textSetting = (
  about: About & { readonly default: string; readonly problem?: (text: string) => string | null },
): Setting<string> => ({
  name: about.name,
  description: about.description,
  defaultText: about.default,
  read: (given) => checked(given || about.default, about.problem),
});

/** A text without which the server does not start. */
export const requiredText = (
  about: About & { readonly missing: string; readonly problem: (text: string) => string | null },
): Setting<string> => ({
  name: about.name,
  description: about.description,
  defaultText: null,
  read: (given) => (given === '' ? new Problem(about.missing) : checked(given, about.problem)),
});

/** Null where it is not given. */
export const optionalText = (
  about: About & { readonly problem?: (text: string) => string | null },
): Setting<string | null> => ({
  name: about.name,
  description: about.description,
  defaultText: 'none',
  read: (given) => (given === '' ? null : checked(given, about.problem)),
});

export function choiceSetting<const C extends string>(
  about: About & { readonly choices: readonly C[]; readonly default: NoInfer<C> },
): Setting<C> {
  const { choices } = about;
  return {
    name: about.name,
    description: about.description,
    defaultText: about.default,
    read: (given) =>
      choices.find((choice) => choice === (given || about.default)) ??
      new Problem(`\`${given}\` is not one of ${choices.join(', ')}`),
  };
}

/** `on` or `off`; off where it is not given. */
export function switchSetting(about: About): Setting<boolean> {
  const words = choiceSetting({ ...about, choices: ['off', 'on'], default: 'off' });
  return {
    ...words,
    read: (given) => {
      const word = words.read(given);
      return word instanceof Problem ? word : word === 'on';
    },
  };
}

/** A whole number; its bounds are told after its description. */
export const numberSetting = (
  about: About & {
    readonly default: number;
    /** How the default is written down, where it is not the same everywhere. */
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

/** Words with commas or blanks between them; each is checked. None where it is not given. */
export const wordsSetting = (
  about: About & { readonly problem: (word: string) => string | null },
): Setting<readonly string[]> => ({
  name: about.name,
  description: about.description,
  defaultText: 'none',
  read: (given) => {
    const words = given.split(/[\s,]+/).filter((word) => word !== '');
    const problems = words.map(about.problem).filter((problem) => problem !== null);
    return problems.length === 0 ? words : new Problem(problems.join('; '));
  },
});

function checked(text: string, problemOf?: (text: string) => string | null): string | Problem {
  const problem = problemOf?.(text) ?? null;
  return problem === null ? text : new Problem(problem);
}
