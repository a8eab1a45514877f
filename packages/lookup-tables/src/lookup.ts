/** Why there is no value: no data is loaded, the argument is not in the data, or the country has no calendar. */
export type LookupCause = 'source_unavailable' | 'not_in_data' | 'no_calendar';

/** A JSON value, or the reason why there is none. `version` is that of the data consulted. */
export type LookupResult = ({ readonly value: unknown } | { readonly cause: LookupCause }) & {
  readonly version?: string;
};

/** A loaded table. `detail` is the part of the name after the colon, such as the country in `isHoliday:BR`. */
export type Lookup = (argument: string, detail: string) => LookupResult;
