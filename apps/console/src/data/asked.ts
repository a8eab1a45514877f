/** The dialog that is open above a page. */
export interface Asked<Name extends string> {
  readonly ask?: Name;
}

/** Returns the dialog in the address if the page has it. */
export function readAsked<Name extends string>(given: unknown, names: readonly Name[]): Asked<Name> {
  const ask = names.find((each) => each === given);
  return ask === undefined ? {} : { ask };
}
