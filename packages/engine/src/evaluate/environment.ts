import { environmentOf, type RunData, type RunEnvironment } from '@tamis/library';

export type { RunEnvironment };

/** The part of a rule set that is not rules. */
export interface Settings {
  readonly baseCurrency: string;
  readonly timezone: string;
}

/** What else a run was given: rates, the subject, what was looked up for it. */
export type GivenData = Pick<RunData, 'rates' | 'context' | 'answer'>;

/** What an evaluation reads besides its operands. Without rates, money converts to its own currency only. */
export const runEnvironment = (
  now: number,
  { baseCurrency, timezone }: Settings,
  given: GivenData = {},
): RunEnvironment => environmentOf({ now, timezone, baseCurrency, ...given });
