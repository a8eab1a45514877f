/** @jsxImportSource preact */
import { useReader } from '../i18n/reader.js';
import { type Ending, safeLink } from '../model/flow.js';
import type { Session } from '../session/use-session.js';
import { Heading } from './step-frame.js';

/** Shows how the session ended and where to continue. */
export function EndScreen({ session, ending }: { readonly session: Session; readonly ending: Ending }) {
  const { text } = useReader();
  const { heading, text: said } = text.ends[ending];
  const link = safeLink(session.state?.redirectUrl ?? null);
  return (
    <>
      <Heading text={heading} />
      <p class={ending === 'approved' ? 'done' : ''}>{said}</p>
      {link && (
        <p>
          <a class="button main" href={link} rel="noreferrer">
            {text.goOn(session.state?.organizationName ?? '')}
          </a>
        </p>
      )}
    </>
  );
}
