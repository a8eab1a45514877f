/** Why there is no answer: nothing is loaded, what is asked about is not in it, or the country has no calendar. */
export type LookupCause = 'source_unavailable' | 'not_in_data' | 'no_calendar';

/** A JSON value, or why there is none; `version`: of the data that were asked. */
export type LookupResult = ({ readonly value: unknown } | { readonly cause: LookupCause }) & {
  readonly version?: string;
};

/** A table that is loaded. `detail`: what stands behind the colon of its name, the country of `isHoliday:BR`. */
export type Lookup = (argument: string, detail: string) => LookupResult;
