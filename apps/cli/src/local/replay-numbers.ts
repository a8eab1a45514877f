import { failure, ok, parseDate, readTime, type Result } from '@tamis/stdx';
import { usageProblem, type Problem } from '../problem.js';

/** Numbers, times and choices of a dry run, as typed. */
export interface ReplayFlags {
  readonly minutes: string;
  readonly matches: string;
  readonly seed: string;
  readonly sample: string;
  readonly from?: string;
  readonly to?: string;
  /** Absent: the kind of dry run decides. */
  readonly overlay?: boolean;
}

export interface ReplayNumbers {
  readonly analystMinutesPerAlert: number;
  readonly keepMatches: number;
  readonly seed: number;
  /** From 0 to 1. */
  readonly sampleRate: number;
  /** Milliseconds since 1970 UTC. */
  readonly from: number;
  readonly to: number;
  readonly overlay: boolean;
}

const numbers = ['minutes', 'matches', 'seed', 'sample'] as const;

function timeOf(name: 'from' | 'to', text: string | undefined): number {
  if (text === undefined) return name === 'from' ? -Infinity : Infinity;
  // A date without a time stands for the whole day.
  return readTime(name === 'to' && parseDate(text) !== null ? `${text}T23:59:59.999Z` : text, 'UTC') ?? NaN;
}

/** Parses the flags. Fails with the flag that is not valid. */
export function replayNumbers(flags: ReplayFlags): Result<ReplayNumbers, Problem> {
  for (const name of numbers) {
    const value = Number(flags[name]);
    const isWhole = name === 'matches' || name === 'seed';
    if (flags[name].trim() === '' || !Number.isFinite(value) || value < 0 || (isWhole && !Number.isInteger(value)))
      return failure(usageProblem(`--${name} is a number, not \`${flags[name]}\``));
  }
  const [from, to] = [timeOf('from', flags.from), timeOf('to', flags.to)];
  for (const [name, time] of Object.entries({ from, to }))
    if (Number.isNaN(time))
      return failure(
        usageProblem(`--${name} is a day or a time such as 2026-01-15T12:00:00Z, not \`${flags[name as 'from']}\``),
      );
  if (from > to) return failure(usageProblem('--from is later than --to'));
  const sampleRate = Number(flags.sample);
  if (sampleRate > 1) return failure(usageProblem(`--sample is a share between 0 and 1, not \`${flags.sample}\``));
  return ok({
    analystMinutesPerAlert: Number(flags.minutes),
    keepMatches: Number(flags.matches),
    seed: Number(flags.seed),
    sampleRate,
    from,
    to,
    overlay: flags.overlay !== false,
  });
}
