/** @jsxImportSource preact */
import { useReader } from '../i18n/reader.js';
import { type Correction, linesOf, shownLines } from '../model/zone-lines.js';

interface ZoneLinesProps {
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly shown: readonly Correction[];
  /** Whether the person already tried to continue with these lines. */
  readonly wasRefused: boolean;
  readonly attemptsLeft: number;
  readonly suggestion: readonly string[] | null;
}

/** Shows a field for the lines and, below it, the lines as they are parsed, with problems marked. */
export function ZoneLines({ typed, onTyped, shown, wasRefused, attemptsLeft, suggestion }: ZoneLinesProps) {
  const { text } = useReader();
  const lines = linesOf(typed);
  return (
    <div>
      {wasRefused && (
        <div class="notice" role="alert">
          <p>{text.zone.wrong}</p>
          <p>{text.zone.attempts(attemptsLeft)}</p>
          {suggestion && <p>{text.zone.suggest}</p>}
          {suggestion && (
            <button type="button" onClick={() => onTyped(suggestion.join('\n'))}>
              {text.zone.takeSuggestion}
            </button>
          )}
        </div>
      )}
      <label for="lines">{text.zone.lines}</label>
      <textarea
        id="lines"
        rows={3}
        required
        maxLength={200}
        spellcheck={false}
        autocomplete="off"
        autocapitalize="characters"
        aria-describedby="zone-said"
        aria-invalid={wasRefused}
        value={typed}
        onInput={(event) => onTyped(event.currentTarget.value)}
      />
      {lines.length > 0 && <LiveLines lines={lines} shown={shown} />}
      <div id="zone-said" role="status">
        {lines.length > 0 && shown.length === 0 && <p class="done">{text.zone.right}</p>}
        {shown.length > 0 && (
          <ul class="hint">
            {shown.map(({ line, field }, index) => (
              <li key={index}>{text.zone.problem(line, fieldName(text.zone.fields, field))}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

const fieldName = (names: Readonly<Record<string, string>>, field: string): string => names[field] ?? field;

function LiveLines({ lines, shown }: { readonly lines: readonly string[]; readonly shown: readonly Correction[] }) {
  const { text } = useReader();
  return (
    // Lines wider than a phone's screen can be scrolled, also with the keyboard.
    <div class="zone" role="region" tabIndex={0} aria-label={text.zone.live}>
      {shownLines(lines, shown).map(({ parts, length, wanted }, index) => (
        <div key={index}>
          {parts.map(({ text: part, isMarked }, at) => (isMarked ? <mark key={at}>{part}</mark> : part))}{' '}
          <span class="count">{text.zone.count(length, wanted)}</span>
        </div>
      ))}
    </div>
  );
}
