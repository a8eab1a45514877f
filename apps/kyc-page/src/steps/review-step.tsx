/** @jsxImportSource preact */
import { countryNames } from '../i18n/languages.js';
import { useReader } from '../i18n/reader.js';
import { endingOf, type SessionState } from '../model/flow.js';
import type { Choices } from '../session/tab-memory.js';
import type { Session } from '../session/use-session.js';
import { Actions, Heading } from './step-frame.js';

interface ReviewStepProps {
  readonly session: Session;
  readonly state: SessionState;
  readonly chosen: Choices;
  readonly lines: readonly string[];
  readonly back: (() => void) | undefined;
  /** Called if something turns out to be still missing. */
  readonly onOpen: () => void;
}

/** Shows everything once more before it is sent. */
export function ReviewStep({ session, state, chosen, lines, back, onOpen }: ReviewStepProps) {
  const { text, language } = useReader();
  const [country] = countryNames(language, [chosen.issuingCountry]);
  const type = (text.document.types as Readonly<Record<string, string>>)[chosen.documentType] ?? chosen.documentType;
  const pictures = [state.steps.front, state.steps.back, state.steps.selfie].filter(Boolean).length;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (session.isBusy) return;
    const ended = await session.run(() => session.client.submit());
    if (ended === null) return;
    session.end(ended);
    if (endingOf(ended.status) === null) onOpen();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <div>
        <Heading text={text.review.heading} />
        <p class="hint">{text.review.hint}</p>
      </div>
      <dl>
        <dt>{text.review.kind}</dt>
        <dd>
          {type}, {country?.[1]}
        </dd>
        <dt>{text.review.pictures}</dt>
        <dd>{text.review.count(pictures)}</dd>
        {lines.length > 0 && <dt>{text.review.lines}</dt>}
        {lines.length > 0 && <dd class="zone">{lines.join('\n')}</dd>}
      </dl>
      <Actions next={text.review.submit} isBusy={session.isBusy} back={back} />
    </form>
  );
}
