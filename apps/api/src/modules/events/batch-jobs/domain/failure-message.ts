/** Values of an enumeration that are told in a file of failures, where each row would repeat them all. */
const toldValues = 5;

/** A message of a validator that names more values than that. */
const longEnumeration = new RegExp(
  String.raw`(must be one of (?:[^,;]+, ){${toldValues - 1}}[^,;]+)((?:, [^,;]+)+)`,
  'g',
);

/** What is wrong with a row, as the error that refused it says. */
interface RowProblem {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * A file of failures has no place for details. Those of a row that is not valid say what is wrong with its members; those of any other
 * error are data for programs, and its message is the sentence.
 */
export function failureMessage({ code, message, details }: RowProblem): string {
  if (code !== 'VALIDATION_ERROR' || details === undefined) return message;
  return shortenEnumerations(Object.values(details).join('; ')) || message;
}

const shortenEnumerations = (text: string): string =>
  text.replace(
    longEnumeration,
    (_, told: string, others: string) => `${told} and ${others.split(', ').length - 1} more`,
  );
