/** @jsxImportSource preact */
import { useMemo, useState } from 'preact/hooks';

import type { Messages } from '../i18n/en.js';
import { chooseLanguage, messages } from '../i18n/languages.js';
import { ReaderProvider, useReader } from '../i18n/reader.js';
import { type DocumentsState, missingOf } from '../model/documents.js';
import { Head, Notices } from '../page-frame.js';
import type { Retrying } from '../session/link-client.js';
import { TabMemory } from '../session/tab-memory.js';
import { type Link, useLink } from '../session/use-link.js';
import { Actions, Heading } from '../steps/step-frame.js';
import { AskedDocumentPart } from './asked-document.js';
import { DocumentsClient } from './documents-client.js';

export type DocumentsLink = Link<DocumentsState, DocumentsClient>;

const newClient = (base: string, retrying: Retrying): DocumentsClient => new DocumentsClient(base, retrying);
const isEnded = ({ status }: DocumentsState): boolean => status !== 'pending';
const titleOf = (text: Messages): string => text.documents.title;

/** Shows the whole page for a person who opened the link of a document request. */
export function DocumentsPage({ base }: { readonly base: string }) {
  const memory = useMemo(() => new TabMemory<DocumentsState>(base), [base]);
  const link = useLink({ base, newClient, isEnded, ended: memory.read().ended });
  const [chosen, setChosen] = useState(() => memory.read().choices.language);
  const { state } = link;
  const language = chooseLanguage(chosen, state, navigator.languages);
  const choose = (named: string): void => {
    memory.keep({ choices: { ...memory.read().choices, language: named } });
    setChosen(named);
  };
  const end = (ended: DocumentsState): void => {
    memory.keep({ ended: { ...ended, message: null, documents: [], files: [] } });
    link.setState(() => ended);
  };
  return (
    <ReaderProvider language={language} title={titleOf}>
      <Head organizationName={state?.organizationName} language={language} choose={choose} />
      <main>
        <Notices link={link} tooMany={messages[language].documents.tooMany} />
        <Content link={link} end={end} />
      </main>
    </ReaderProvider>
  );
}

interface ContentProps {
  readonly link: DocumentsLink;
  readonly end: (state: DocumentsState) => void;
}

function Content({ link, end }: ContentProps) {
  const { text } = useReader();
  const { state, isUnknown } = link;
  if (isUnknown || (state !== null && isEnded(state) && state.status !== 'submitted'))
    return <Ended {...text.ends.unknown} />;
  if (state === null) return <p role="status">{text.loading}</p>;
  if (isEnded(state)) return <Ended {...text.documents.done} />;
  return <Asked link={link} state={state} end={end} />;
}

function Ended({ heading, text }: { readonly heading: string; readonly text: string }) {
  return (
    <>
      <Heading key={heading} text={heading} />
      <p>{text}</p>
    </>
  );
}

/** Shows what is requested and what was sent. */
function Asked({ link, state, end }: ContentProps & { readonly state: DocumentsState }) {
  const { text, language } = useReader();
  const [problems, setProblems] = useState<readonly string[]>([]);
  const until = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short' });
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (link.isBusy) return;
    const missing = missingOf(state);
    const found =
      missing === 'none' ? [text.documents.noFile] : missing.map(({ label }) => text.documents.missing(label));
    setProblems(found);
    if (found.length > 0) return;
    const ended = await link.run(() => link.client.submit());
    if (ended) end({ ...state, status: ended.status });
  };
  return (
    <form onSubmit={(event) => void submit(event)}>
      <div>
        <Heading text={text.documents.heading} />
        <p>{text.documents.asks(state.organizationName)}</p>
        {state.message && <p class="message">{state.message}</p>}
        <p class="hint">
          {text.documents.hint} {text.documents.until(until.format(new Date(state.expiresAt)))}
        </p>
      </div>
      {state.documents.map((asked) => (
        <AskedDocumentPart key={asked.id} link={link} asked={asked} files={state.files} />
      ))}
      {problems.length > 0 && (
        <div class="notice" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <div>
        <p class="hint">{text.documents.submitHint}</p>
        <Actions next={text.documents.submit} isBusy={link.isBusy} />
      </div>
    </form>
  );
}
