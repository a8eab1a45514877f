/** @jsxImportSource preact */
import { useState } from 'preact/hooks';

import { useReader } from '../i18n/reader.js';
import type { Session } from '../session/use-session.js';

/** Ends the session for good, after a confirmation. */
export function Stop({ session }: { readonly session: Session }) {
  const { text } = useReader();
  const [isAsked, setAsked] = useState(false);
  const stop = async (): Promise<void> => {
    const ended = await session.run(() => session.client.cancel());
    if (ended) session.end(ended);
  };
  return (
    <footer>
      {isAsked ? (
        <div role="group" aria-labelledby="stop-question">
          <p id="stop-question">{text.stopSure}</p>
          <div class="row">
            <button type="button" onClick={() => void stop()}>
              {text.stopYes}
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              {text.stopNo}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" class="quiet" onClick={() => setAsked(true)}>
          {text.stop}
        </button>
      )}
    </footer>
  );
}
