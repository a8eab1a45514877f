import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';

import { checkDigitOf, checkMrz, readMrz } from '@tamis/identity-documents';
import { parse } from 'mrz';

import { machine, machineLine } from '../machine.js';
import { type CpuSample, measureCpu } from '../parse/cpu-time.js';
import { seededRandom } from '../random.js';

export interface DocumentsBenchOptions {
  readonly zones: number;
  readonly rounds: number;
  readonly seed: number;
  readonly json: string | null;
}

type Zone = readonly [string, string];

const countries = ['BRA', 'ARG', 'MEX', 'CHL', 'COL', 'USA', 'FRA', 'D<<'] as const;
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Generates passports that were never issued, one in eight with a wrong digit. */
function randomZones({ zones, seed }: DocumentsBenchOptions): readonly Zone[] {
  const random = seededRandom(seed);
  const below = (most: number): number => Math.floor(random() * most);
  const word = (length: number): string => Array.from({ length }, () => letters.charAt(below(26))).join('');
  const digits = (length: number): string => Array.from({ length }, () => below(10)).join('');
  const date = (): string =>
    [below(100), 1 + below(12), 1 + below(28)].map((part) => String(part).padStart(2, '0')).join('');
  const withDigit = (text: string): string => text + checkDigitOf(text);
  return Array.from({ length: zones }, (_, index): Zone => {
    const country = countries[below(countries.length)]!;
    const names = `${word(4 + below(8))}<<${word(3 + below(6))}<${word(3 + below(6))}`;
    const number = withDigit(`${word(2)}${digits(7)}`);
    const body = `${number}${country}${withDigit(date())}F${withDigit(date())}${withDigit('<'.repeat(14))}`;
    const composite = checkDigitOf(body.slice(0, 10) + body.slice(13, 20) + body.slice(21));
    const digit = index % 8 === 0 ? String((Number(composite) + 1) % 10) : composite;
    return [`P<${country}${names}`.padEnd(44, '<'), body + digit];
  });
}

/**
 * Measures how many zones per second are read and judged, and compares with the library alone and with our reading alone, in the same
 * benchmark.
 */
export function benchDocuments(options: DocumentsBenchOptions): void {
  const load = loadavg()[0] ?? 0;
  const zones = randomZones(options);
  const right = new Set<number>();
  const countRight = (isRight: (zone: Zone) => boolean) => () => void right.add(zones.filter(isRight).length);
  const samples = measureCpu(
    {
      checks: countRight((zone) => checkMrz(zone).problems.length === 0),
      library: countRight((zone) => parse(zone).valid),
      own: countRight((zone) => readMrz(zone).problems.length === 0),
    },
    options.rounds,
  );
  const perSecond = ({ medianMs }: CpuSample): number => Math.round((zones.length / medianMs) * 1_000);
  const figures = {
    zones: zones.length,
    checksPerSecond: perSecond(samples.checks),
    libraryPerSecond: perSecond(samples.library),
    ownPerSecond: perSecond(samples.own),
    // Contains only one number, because every reader must find the same zones correct.
    right: [...right],
  };
  console.log(`${machineLine(load)}\n${JSON.stringify(figures)}`);
  if (options.json !== null)
    writeFileSync(options.json, `${JSON.stringify({ machine: machine(), load, ...figures }, null, 2)}\n`);
}
