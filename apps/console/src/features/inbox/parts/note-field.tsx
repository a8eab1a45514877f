import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../../data/browser-storage.js';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, inputClass, useWaitRefusal } from '../../../ui/index.js';
import classes from '../case.module.css';

const sendKey = 'Ctrl Enter';

const permissions = { case: 'cases:edit', alert: 'alerts:edit' } as const;

interface NoteFieldProps {
  readonly about: keyof typeof permissions;
  readonly id: string;
}

/** A note about a case or an alert. A note that could not be sent stays in the field, even after leaving the page. */
export function NoteField({ about, id }: NoteFieldProps) {
  const text = useText();
  const { organizationId, api } = useApi();
  const queries = useQueryClient();
  const { did } = useUndo();
  const missing = useRefusal()(permissions[about]);
  const field = useRef<HTMLTextAreaElement>(null);
  const [body, setBody] = useState('');
  useEffect(() => {
    void readDraft(organizationId, id).then((draft) => {
      if (draft) setBody((typed) => typed || draft.text);
    });
  }, [organizationId, id]);
  const write = (typed: string): void => {
    setBody(typed);
    void (typed === ''
      ? dropDraft(organizationId, id)
      : keepDraft(organizationId, id, { text: typed, version: 0, at: Date.now() }));
  };
  const sending = useMutation({
    mutationFn: (sent: string) => {
      const request = { params: { path: { id } }, body: { body: sent } };
      return about === 'case'
        ? answerOf(api.POST('/intelligence/investigations/{id}/notes', request))
        : answerOf(api.POST('/intelligence/alerts/{id}/notes', request));
    },
    onSuccess: async (_, sent) => {
      // What was typed while the note was sent is the next one.
      if (field.current === null || field.current.value.trim() === sent) write('');
      did(text.cases.noted, null);
      await queries.invalidateQueries({ queryKey: [organizationId, 'work', about, id] });
    },
  });
  const waits = useWaitRefusal(sending.error);
  const refused = missing === null ? waits : text.shell.needs(missing);
  const send = (): void => {
    if (body.trim() !== '' && !sending.isPending && refused === null) sending.mutate(body.trim());
  };
  useKeys({ m: () => field.current?.focus() });
  const press = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  };
  return (
    <div className={classes['note']}>
      <label htmlFor="note">
        {text.cases.note} <kbd>m</kbd>
      </label>
      <textarea
        className={inputClass}
        id="note"
        ref={field}
        value={body}
        maxLength={10_000}
        onKeyDown={press}
        onChange={(event) => write(event.target.value)}
      />
      {sending.error && <FailureNotice error={sending.error} />}
      <Actions>
        <Button look="main" refused={refused} onClick={send}>
          {text.cases.send} <kbd>{sendKey}</kbd>
        </Button>
      </Actions>
    </div>
  );
}
