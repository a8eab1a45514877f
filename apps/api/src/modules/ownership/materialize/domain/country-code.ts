import { foldText } from '@tamis/stdx';
import { isISO31661Alpha2 } from 'class-validator';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const folded = (name: string): string =>
  foldText(name)
    .replace(/\(.*?\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** The names that registers write out, in the languages of the registers that are asked. */
const codesByName: ReadonlyMap<string, string> = new Map(
  ['pt-BR', 'en'].flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    const codes = letters
      .flatMap((first) => letters.map((second) => first + second))
      .filter((code) => isISO31661Alpha2(code));
    return codes.flatMap((code): [string, string][] => {
      const name = names.of(code);
      return name === undefined ? [] : [[folded(name), code]];
    });
  }),
);

/** The code of a country that a register names in words; null: it is not known. */
export const countryCodeOf = (name: string): string | null => codesByName.get(folded(name)) ?? null;
