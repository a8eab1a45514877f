import { foldText } from '@tamis/stdx';
import { isISO31661Alpha2 } from 'class-validator';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const folded = (name: string): string =>
  foldText(name)
    .replace(/\(.*?\)/g, ' ')
    .replace(/[^a-z]+/g, ' ')
    .trim();

/** Country names as written by registers, in the languages of the registers that are called. */
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

/** Returns the code of a country named by a register, or `null` if the name is not known. */
export const countryCodeOf = (name: string): string | null => codesByName.get(folded(name)) ?? null;
