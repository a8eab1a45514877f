import type { Cause, CauseName } from '@tamis/lang';
import type { LeafOutcome } from '../outcome/evaluation-outcome.js';

const at = ({ path }: Cause): string => (path === undefined ? 'a value' : `\`${path}\``);

const sentences: Readonly<Record<CauseName, (cause: Cause) => string>> = {
  missing: (cause) => `${at(cause)} is missing`,
  missing_key: (cause) => `${at(cause)}, the key of the window, is missing`,
  not_screened: (cause) => `no screening has provided ${at(cause)} yet`,
  empty_window: () => 'there is no earlier record to compare with',
  not_in_data: (cause) => `${at(cause)} is not in the reference data`,
  no_operational_hours: () => 'the entity has no operational hours',
  empty_text: (cause) => `${at(cause)} is empty, so there is nothing to search for`,
  type: (cause) => `${at(cause)} cannot be read${cause.detail === undefined ? '' : ` as ${cause.detail}`}`,
  no_rate: (cause) => `there is no exchange rate${cause.detail === undefined ? '' : ` for ${cause.detail}`}`,
  division_by_zero: () => 'a division by zero',
  out_of_domain: () => 'a calculation has no result for this value',
  overflow: () => 'a number is too large',
  too_many_rows: () => 'the window has more records than can be read',
  too_many_nodes: () => 'the network is larger than can be followed',
  too_long: (cause) => `${at(cause)} is longer than can be searched`,
  list_unavailable: () => 'the list is deleted, inactive or no longer shared',
  source_unavailable: () => 'the data was not available',
  no_calendar: () => 'no holiday calendar is loaded',
};

/** Describes a cause in words, for people. */
export const describeCause = (cause: Cause): string => sentences[cause.cause](cause);

/** Returns a cause in the format of a summary. */
export const causeJson = (known: Cause, conditionId?: string) => ({
  ...known,
  ...(conditionId === undefined ? {} : { conditionId }),
  message: describeCause(known),
});

/** Returns the JSON that follows the value of a condition that has a cause. */
export const becauseText = (outcome: LeafOutcome['outcome'], because: Cause): string =>
  `,"outcome":"${outcome}","because":${JSON.stringify(causeJson(because))}}`;
