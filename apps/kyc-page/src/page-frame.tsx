/** @jsxImportSource preact */
import { type Language, languages } from './i18n/languages.js';
import { useReader } from './i18n/reader.js';
import type { Link } from './session/use-link.js';

/** Shows which organization is asking, and a choice of languages. */
export function Head(props: {
  readonly organizationName: string | undefined;
  readonly language: Language;
  readonly choose: (language: string) => void;
}) {
  const { text } = useReader();
  return (
    <header>
      <span>{props.organizationName}</span>
      <label class="hidden" for="language">
        {text.language}
      </label>
      <select id="language" value={props.language} onChange={(event) => props.choose(event.currentTarget.value)}>
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </header>
  );
}

/** Shows what went wrong or what the page is waiting for. Screen readers announce each change. */
export function Notices({
  link: { waiting, failure },
  tooMany,
}: {
  readonly link: Pick<Link<unknown, unknown>, 'waiting' | 'failure'>;
  readonly tooMany: string;
}) {
  const { text } = useReader();
  return (
    <div role="status">
      {waiting && (
        <div class="notice">
          <p>{text.failures[waiting.why]}</p>
          <button type="button" onClick={waiting.retryNow}>
            {text.failures.retry}
          </button>
        </div>
      )}
      {failure && (
        <div class="notice">
          <p>{failure.code === 'TOO_MANY_FILES' ? tooMany : text.failures.refused(failure.message)}</p>
        </div>
      )}
    </div>
  );
}
