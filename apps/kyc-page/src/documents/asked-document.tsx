/** @jsxImportSource preact */
import { useId, useRef, useState } from 'preact/hooks';

import { useReader } from '../i18n/reader.js';
import { acceptedTypes, type AskedDocument, readChosen, type SentFile, sizeText } from '../model/documents.js';
import type { DocumentsLink } from './documents-page.js';

interface AskedDocumentProps {
  readonly link: DocumentsLink;
  readonly asked: AskedDocument;
  /** Files sent for all documents, not only this one. */
  readonly files: readonly SentFile[];
}

/** Shows one requested document with the files that were sent for it. */
export function AskedDocumentPart({ link, asked, files }: AskedDocumentProps) {
  const { text, language } = useReader();
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const own = files.filter(({ documentId }) => documentId === asked.id);
  const keep = (sent: { readonly files: readonly SentFile[] } | null): boolean => {
    if (sent) link.setState((known) => known && { ...known, files: sent.files });
    return sent !== null;
  };
  const send = async (input: HTMLInputElement): Promise<void> => {
    const chosen = [...(input.files ?? [])];
    // Clears the input, so that the same file can be chosen again.
    input.value = '';
    const found: string[] = [];
    for (const file of chosen) {
      const read = readChosen(file);
      if ('problem' in read) found.push(text.documents[read.problem](file.name));
      else if (!keep(await link.run(() => link.client.putFile(asked.id, file, read.type)))) break;
    }
    setProblems(found);
  };
  const remove = async (file: SentFile): Promise<void> => {
    if (link.isBusy) return;
    // The focused button disappears with its file, so the focus moves to the heading.
    if (keep(await link.run(() => link.client.removeFile(file.id)))) heading.current?.focus();
  };
  return (
    <section aria-labelledby={`${id}-label`}>
      <h2 id={`${id}-label`} ref={heading} tabIndex={-1}>
        {asked.label}
      </h2>
      {!asked.required && <p class="hint">{text.documents.optional}</p>}
      {own.length === 0 ? (
        <p class="hint">{text.documents.none}</p>
      ) : (
        <ul class="files">
          {own.map((file) => (
            <li key={file.id}>
              <span>
                {file.name} <span class="hint">{sizeText(file.bytes, language)}</span>
              </span>
              <button type="button" class="quiet" aria-disabled={link.isBusy} onClick={() => void remove(file)}>
                {text.documents.remove} <span class="hidden">{file.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {problems.length > 0 && (
        <div class="notice" role="alert">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      )}
      <label class="button" for={id}>
        {link.isBusy ? text.sending : text.documents.choose}
        <span class="hidden"> {text.documents.chooseFor(asked.label)}</span>
        <input
          id={id}
          class="hidden"
          type="file"
          multiple
          disabled={link.isBusy}
          accept={acceptedTypes.join(',')}
          onChange={(event) => void send(event.currentTarget)}
        />
      </label>
    </section>
  );
}
