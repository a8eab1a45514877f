/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks';

import type { Messages } from './i18n/en.js';
import { chooseLanguage, messages } from './i18n/languages.js';
import { ReaderProvider, useReader } from './i18n/reader.js';
import { nextStep, type SessionState, type SessionSteps, type Step, stepsOf } from './model/flow.js';
import { Head, Notices } from './page-frame.js';
import { type Choices, TabMemory } from './session/tab-memory.js';
import { type Session, useSession } from './session/use-session.js';
import { DocumentStep } from './steps/document-step.js';
import { EndScreen } from './steps/end-screen.js';
import { PictureStep } from './steps/picture-step.js';
import { ReviewStep } from './steps/review-step.js';
import { Stop } from './steps/stop.js';
import { ZoneStep } from './steps/zone-step.js';

const titleOf = (text: Messages): string => text.title;

/** Shows the whole page for a person who opened the link of a validation. */
export function KycPage({ base }: { readonly base: string }) {
  const memory = useMemo(() => new TabMemory<SessionState>(base), [base]);
  const session = useSession(base, memory);
  const [choices, setChoices] = useState(() => memory.read().choices);
  const language = chooseLanguage(choices.language, session.state, navigator.languages);
  const choose = (part: Partial<Choices>): void => {
    const changed = { ...choices, ...part };
    memory.keep({ choices: changed });
    setChoices(changed);
  };
  return (
    <ReaderProvider language={language} title={titleOf}>
      <Head
        organizationName={session.state?.organizationName}
        language={language}
        choose={(chosen) => choose({ language: chosen })}
      />
      <main>
        <Notices link={session} tooMany={messages[language].failures.tooMany} />
        {session.ending ? (
          <EndScreen session={session} ending={session.ending} />
        ) : (
          <Steps session={session} choices={choices} choose={choose} />
        )}
      </main>
    </ReaderProvider>
  );
}

interface StepsProps {
  readonly session: Session;
  readonly choices: Choices;
  readonly choose: (part: Partial<Choices>) => void;
}

function Steps({ session, choices, choose }: StepsProps) {
  const { text } = useReader();
  const { state } = session;
  const [step, setStep] = useState<Step | null>(null);
  const [lines, setLines] = useState<readonly string[]>([]);
  if (state === null) return <p role="status">{text.loading}</p>;
  const { documentType } = choices;
  const shown = step ?? nextStep(documentType, state.steps);
  const steps = stepsOf(documentType);
  const at = steps.indexOf(shown);
  const done = (steps_: SessionSteps): void => {
    session.change({ steps: steps_ });
    setStep(steps[at + 1] ?? 'review');
  };
  const back = at > 0 ? () => setStep(steps[at - 1]!) : undefined;
  const common = { session, state, back };
  return (
    <>
      {shown === 'document' && state.personFirstName && <p>{text.hello(state.personFirstName)}</p>}
      {shown === 'document' && <p>{text.asks(state.organizationName)}</p>}
      <p class="hint">{text.step(at + 1, steps.length)}</p>
      {shown === 'document' && (
        <DocumentStep
          state={state}
          chosen={choices}
          onChosen={(chosen) => {
            choose(chosen);
            setStep('front');
          }}
        />
      )}
      {(shown === 'front' || shown === 'back' || shown === 'selfie') && (
        <PictureStep key={shown} {...common} side={shown} documentType={documentType} onDone={done} />
      )}
      {shown === 'zone' && (
        <ZoneStep
          {...common}
          chosen={choices}
          onDone={(stepsDone, sent) => {
            setLines(sent);
            done(stepsDone);
          }}
        />
      )}
      {shown === 'review' && <ReviewStep {...common} chosen={choices} lines={lines} onOpen={() => setStep(null)} />}
      <Stop session={session} />
    </>
  );
}
