/** @jsxImportSource preact */
import { suggestLines } from '@tamis/identity-documents/mrz';
import { useState } from 'preact/hooks';

import { useReader } from '../i18n/reader.js';
import { isBooklet, type SessionState, type SessionSteps } from '../model/flow.js';
import { type Correction, linesOf, problemsOf } from '../model/zone-lines.js';
import type { DocumentToSend } from '../session/session-client.js';
import type { Choices } from '../session/tab-memory.js';
import type { Session } from '../session/use-session.js';
import { Actions, Heading } from './step-frame.js';
import { TypedFields, typedNames } from './typed-fields.js';
import { ZoneLines } from './zone-lines.js';

interface ZoneStepProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly chosen: Choices;
  readonly back: (() => void) | undefined;
  readonly onDone: (steps: SessionSteps, lines: readonly string[]) => void;
}

/** Asks for the data of the document: its machine-readable lines, or a few fields if it has none. */
export function ZoneStep({ session, state, chosen, back, onDone }: ZoneStepProps) {
  const { text } = useReader();
  const [hasLines, setHasLines] = useState(chosen.documentType !== 'drivers_license');
  const [typed, setTyped] = useState('');
  const [corrections, setCorrections] = useState<readonly Correction[] | null>(null);
  const lines = linesOf(typed);
  const found = problemsOf(lines);
  const shown = corrections ?? found;
  const type = (value: string): void => {
    setTyped(value);
    setCorrections(null);
  };
  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (session.isBusy) return;
    // A typing error is shown before it uses up one of the few attempts to send lines.
    if (hasLines && found.length > 0 && corrections === null) return setCorrections(found);
    const fields = hasLines ? {} : fieldsOf(event.currentTarget as HTMLFormElement);
    const { documentType, issuingCountry } = chosen;
    const document: DocumentToSend = {
      ...{ documentType, issuingCountry },
      ...(hasLines ? { mrzLines: lines } : { fields }),
    };
    const sent = await session.run(() => session.client.putDocument(document));
    if (!sent) return;
    session.change({ attemptsLeft: sent.attemptsLeft });
    // The page's own corrections include the number of characters affected. The server's are used if only the server found something.
    if (!sent.steps.document) return setCorrections(found.length > 0 ? found : sent.corrections);
    onDone(sent.steps, hasLines ? lines : []);
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <div>
        <Heading text={text.zone.heading} />
        {hasLines && <p class="hint">{text.zone.hint}</p>}
      </div>
      {hasLines ? (
        <ZoneLines
          typed={typed}
          onTyped={type}
          shown={shown}
          wasRefused={corrections !== null}
          attemptsLeft={state.attemptsLeft}
          suggestion={corrections === null ? null : suggestLines(lines)}
        />
      ) : (
        <TypedFields />
      )}
      {!(state.mrz.needed && isBooklet(chosen.documentType)) && (
        <div class="check">
          <input
            id="no-lines"
            type="checkbox"
            checked={!hasLines}
            onChange={(event) => setHasLines(!event.currentTarget.checked)}
          />
          <label for="no-lines">{text.zone.none}</label>
        </div>
      )}
      <Actions
        next={hasLines && corrections !== null ? text.zone.asPrinted : text.next}
        isBusy={session.isBusy}
        back={back}
      />
    </form>
  );
}

function fieldsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  const given = new FormData(form);
  const known = typedNames.flatMap((name) => {
    const value = given.get(name);
    return typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] as const] : [];
  });
  return Object.fromEntries(known);
}
