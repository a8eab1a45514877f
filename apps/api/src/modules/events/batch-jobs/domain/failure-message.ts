/** Maximum number of enumeration values named in a file of failures, where each row would otherwise repeat all of them. */
const toldValues = 5;

/** Matches a validator message that lists more values than that. */
const longEnumeration = new RegExp(
  String.raw`(must be one of (?:[^,;]+, ){${toldValues - 1}}[^,;]+)((?:, [^,;]+)+)`,
  'g',
);

/** The problem of a row, as described by the error that rejected it. */
interface RowProblem {
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the message for a file of failures, which has no column for details. For a validation error these describe the invalid fields and
 * are used. For any other error they are meant for programs, and its message is used.
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
