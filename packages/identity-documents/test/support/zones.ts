import { checkDigitOf, type MrzFormat } from '@tamis/identity-documents';
import fc from 'fast-check';

/** A document that was never issued, and its printed zone. */
export interface PrintedZone {
  readonly format: MrzFormat;
  readonly lines: readonly string[];
  readonly expected: Readonly<Record<string, string>>;
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const two = (number: number): string => String(number).padStart(2, '0');
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 9 });
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '));
const country = fc.constantFrom('BRA', 'ARG', 'MEX', 'USA', 'FRA', 'D', 'CHE');
const date = fc
  .tuple(fc.nat(99), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map((parts) => parts.map(two).join(''));
const sex = fc.constantFrom('M', 'F', '');
const alphanumeric = (minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters, ...'0123456789'), minLength, maxLength });

const filled = (text: string, length: number): string => text.replaceAll(' ', '<').padEnd(length, '<').slice(0, length);
const withDigit = (text: string): string => text + checkDigitOf(text);

const holder = fc.record({
  lastName: name,
  firstName: name,
  country,
  nationality: country,
  birth: date,
  sex,
  expiry: date,
});
const format = fc.constantFrom<MrzFormat>('TD1', 'TD2', 'TD3', 'MRV_A', 'MRV_B');
const codes: Partial<Record<MrzFormat, string>> = { TD3: 'P', MRV_A: 'V', MRV_B: 'V' };
const lengths: Partial<Record<MrzFormat, number>> = { TD1: 30, TD2: 36, TD3: 44, MRV_A: 44, MRV_B: 36 };

/** Zones of every format, each printed by the rules of its part of the standard. */
export const anyZone: fc.Arbitrary<PrintedZone> = fc
  .tuple(format, holder, alphanumeric(1, 9), alphanumeric(0, 5), alphanumeric(1, 9))
  .map(([of, who, shortNumber, tail, optional]) => {
    const length = lengths[of]!;
    // Avoids names that do not fit, because they are truncated by separate rules.
    const lastName = who.lastName.slice(0, 12).trim();
    const firstName = who.firstName.slice(0, 12).trim();
    const names = `${filled(lastName, lastName.length)}<<${filled(firstName, firstName.length)}`;
    const isLong = (of === 'TD1' || of === 'TD2') && tail.length > 0;
    const number = isLong ? shortNumber.padEnd(9, '7') + tail : shortNumber;
    const numberPart = isLong ? `${number.slice(0, 9)}<` : withDigit(filled(number, 9));
    const tailPart = isLong ? `${tail}${checkDigitOf(number)}<` : '';
    const person = {
      ...{ lastName, firstName, documentNumber: number, issuingState: who.country, nationality: who.nationality },
      ...{ birthDate: who.birth, sex: who.sex, expiryDate: who.expiry },
    };
    const head = `${codes[of] ?? 'I'}<${filled(who.country, 3)}`;
    const dates = [withDigit(who.birth), who.sex || '<', withDigit(who.expiry)] as const;
    if (of === 'TD1') {
      const first = filled(`${head}${numberPart}${tailPart}`, 30);
      const second = filled(`${dates.join('')}${filled(who.nationality, 3)}${optional}`, 29);
      const composite = checkDigitOf(first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18));
      return {
        format: of,
        lines: [first, second + composite, filled(names, 30)],
        expected: { ...person, personalNumber: optional },
      };
    }
    const first = filled(`${head}${names}`, length);
    const begin = `${numberPart}${filled(who.nationality, 3)}${dates.join('')}`;
    const lines = (second: string): readonly string[] => [first, second];
    if (of === 'MRV_A' || of === 'MRV_B')
      return { format: of, lines: lines(filled(`${begin}${optional.slice(0, 8)}`, length)), expected: person };
    const rest = of === 'TD3' ? withDigit(filled(optional, 14)) : filled(tailPart, 7);
    const second = begin + rest;
    const composite = checkDigitOf(second.slice(0, 10) + second.slice(13, 20) + second.slice(21));
    return { format: of, lines: lines(second + composite), expected: person };
  });
