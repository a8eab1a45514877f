/** @jsxImportSource preact */
import { useReader } from '../i18n/reader.js';

export const typedNames = ['firstName', 'lastName', 'documentNumber', 'dateOfBirth', 'expiresAt'] as const;

const dates: ReadonlySet<string> = new Set(['dateOfBirth', 'expiresAt']);
/** Some documents have no expiry date. */
const optional: ReadonlySet<string> = new Set(['expiresAt']);
const completions: Readonly<Record<string, string>> = {
  ...{ firstName: 'given-name', lastName: 'family-name', dateOfBirth: 'bday' },
};

/** Asks for the data of a document that has no machine-readable lines. */
export function TypedFields() {
  const { text } = useReader();
  return (
    <>
      {typedNames.map((name) => (
        <div key={name}>
          <label for={name}>{text.zone.typed[name]}</label>
          {dates.has(name) ? (
            <input id={name} name={name} type="date" required={!optional.has(name)} autocomplete={completions[name]} />
          ) : (
            <input id={name} name={name} type="text" required maxLength={100} autocomplete={completions[name]} />
          )}
        </div>
      ))}
    </>
  );
}
