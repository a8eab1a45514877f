import { useEffect, useRef } from 'react';
import { failureOf } from '../data/errors.js';
import { useText } from '../i18n/reader.js';
import { Button } from './button.js';
import classes from './ui.module.css';
import { useWait } from './use-wait.js';

/** Codes whose translated text contains everything that the server's message says. */
const saidByCode: ReadonlySet<string | null> = new Set([
  ...['INVALID_CREDENTIALS', 'INVALID_TOKEN', 'UNAUTHORIZED'],
  // Its waiting time is counted down here.
  'TOO_MANY_ATTEMPTS',
]);

interface FailureProps {
  readonly error: unknown;
  /** Reads the data again; called automatically after the waiting time that the server requires. */
  readonly retry?: (() => void) | undefined;
  /** Shows the version that somebody else saved in the meantime, instead of what was typed here. */
  readonly onReadAgain?: () => void;
}

/** Shows an error where it occurred: the rest of the page stays as it is. */
export function FailureNotice({ error, retry: again, onReadAgain }: FailureProps) {
  const { errors: text, shell } = useText();
  const { code, status, said, requestId, page, fields, permission } = failureOf(error);
  // Without the permission, a retry would be rejected again.
  const retry = status === 403 ? undefined : again;
  const wait = useWait(error);
  useRetry(wait, retry);
  // Some records that no longer exist have a code of their own.
  const known =
    code === null ? text.unreachable : (text.codes[code] ?? (status === 404 ? text.codes['NOT_FOUND'] : undefined));
  return (
    <div role="alert" className={classes['notice']} data-kind="error">
      {known === undefined ? <strong lang="en">{said}</strong> : <strong>{known}</strong>}
      {code === null && <p>{text.unreachableTells}</p>}
      {permission !== null && <p>{shell.missingPermissionTells(permission)}</p>}
      {code !== null && known !== undefined && permission === null && !saidByCode.has(code) && <p lang="en">{said}</p>}
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
      {/* A timer, of which a reader hears when asking for it, and not every second. */}
      {wait !== null && (wait > 0 || !retry) && (
        <p role="timer">{wait === 0 ? text.waitOver : (retry ? text.retriesIn : text.waitFor)(clockOf(wait))}</p>
      )}
      {onReadAgain && code === 'VERSION_CONFLICT' && (
        <div className={classes['actions']}>
          <Button onClick={onReadAgain}>{text.readAgain}</Button>
        </div>
      )}
      {retry && (
        <div className={classes['actions']}>
          <Button refused={wait !== null && wait > 0 ? text.notYet : null} onClick={retry}>
            {text.retry}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Retries once for each waiting time counted down here: if the server requires none, there are no repeated requests. */
function useRetry(wait: number | null, retry: (() => void) | undefined): void {
  const isCounting = useRef(false);
  const current = useRef(retry);
  current.current = retry;
  useEffect(() => {
    if (wait === 0 && isCounting.current) current.current?.();
    isCounting.current = wait !== null && wait > 0;
  }, [wait]);
}

const minute = 60;

const clockOf = (seconds: number): string =>
  seconds < minute ? `${seconds} s` : `${Math.floor(seconds / minute)} min ${seconds % minute} s`;
