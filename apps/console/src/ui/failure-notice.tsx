import { failureOf } from '../data/errors.js';
import { useText } from '../i18n/reader.js';
import { Button } from './button.js';
import classes from './ui.module.css';

/** Codes of which the reader’s words say all that the server’s say. */
const saidByCode: ReadonlySet<string | null> = new Set(['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'UNAUTHORIZED']);

interface FailureProps {
  readonly error: unknown;
  readonly retry?: (() => void) | undefined;
}

/** What failed, where it failed: the rest of the page stays as it is. */
export function FailureNotice({ error, retry }: FailureProps) {
  const text = useText().errors;
  const { code, said, requestId, page, fields } = failureOf(error);
  const known = code === null ? text.unreachable : text.codes[code];
  return (
    <div role="alert" className={classes['notice']} data-kind="error">
      {known === undefined ? <strong lang="en">{said}</strong> : <strong>{known}</strong>}
      {code === null && <p>{text.unreachableTells}</p>}
      {code !== null && known !== undefined && !saidByCode.has(code) && <p lang="en">{said}</p>}
      {Object.keys(fields).length > 0 && (
        <ul lang="en">
          {Object.entries(fields).map(([field, problem]) => (
            <li key={field}>
              <code>{field}</code>: {problem}
            </li>
          ))}
        </ul>
      )}
      <div className={classes['facts']}>
        {code !== null && (
          <span>
            {text.code} <code>{code}</code>
          </span>
        )}
        {requestId !== null && (
          <span>
            {text.request} <code>{requestId}</code>
          </span>
        )}
        {page !== null && (
          <a href={page} target="_blank" rel="noreferrer">
            {text.explained}
          </a>
        )}
      </div>
      {retry && (
        <div className={classes['actions']}>
          <Button onClick={retry}>{text.retry}</Button>
        </div>
      )}
    </div>
  );
}
