import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useEffect, useState } from 'react';
import { sessionQuery } from '../data/session.js';
import { useAdminText } from '../i18n/admin.js';
import { useText } from '../i18n/reader.js';
import { Actions, Button, Dialog, Field, inputClass, Notice } from '../ui/index.js';
import { usePlace } from './place.js';
import { useUndo } from './undo.js';

type Search = Readonly<Record<string, unknown>>;

interface View {
  readonly name: string;
  readonly search: Search;
}

export interface SavedViewsProps {
  readonly screen: 'inbox' | 'payments' | 'rules';
  readonly search: object;
}

const mostLetters = 60;
/** What is open, and where in the list one is, belongs to no view. */
const passing: readonly string[] = ['open', 'row', 'cursor', 'page'];

const filtersOf = (search: object): Search =>
  Object.fromEntries(
    Object.entries(search)
      .filter(([name, value]) => value !== undefined && !passing.includes(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

const isSame = (one: Search, other: Search): boolean => JSON.stringify(one) === JSON.stringify(other);

const isView = (given: unknown): given is View => {
  const { name, search } = (given ?? {}) as Partial<Record<keyof View, unknown>>;
  return typeof name === 'string' && typeof search === 'object' && search !== null;
};

function readViews(key: string): readonly View[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? read.filter(isView) : [];
  } catch {
    return [];
  }
}

/** The views that a person saved in this browser, also in other tabs. */
function useViews(key: string) {
  const [views, setViews] = useState(() => readViews(key));
  useEffect(() => {
    const read = (): void => setViews(readViews(key));
    read();
    addEventListener('storage', read);
    return () => removeEventListener('storage', read);
  }, [key]);
  /** The change is made to what is stored now, which another tab may have changed. */
  const change = (changed: (stored: readonly View[]) => readonly View[]): void => {
    const next = [...changed(readViews(key))].sort((one, other) => one.name.localeCompare(other.name));
    setViews(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Private windows may not store anything. The view is then there until the page is left.
    }
  };
  return { views, change };
}

/** Opens a saved view, saves the present filters as one, or forgets it. */
export function SavedViews({ screen, search }: SavedViewsProps) {
  const text = useAdminText().views;
  const { organizationId } = usePlace();
  const { data: session } = useQuery(sessionQuery);
  const { views, change } = useViews(`tamis.views ${session?.user.id ?? ''} ${organizationId} ${screen}`);
  const [isNaming, setNaming] = useState(false);
  const { did } = useUndo();
  const navigate = useNavigate();
  const present = filtersOf(search);
  const shown = views.find((view) => isSame(filtersOf(view.search), present));
  const put = (view: View): void => change((all) => [...all.filter(({ name }) => name !== view.name), view]);
  const drop = ({ name }: View): void => change((all) => all.filter((each) => each.name !== name));
  const save = (view: View): void => {
    const before = views.find(({ name }) => name === view.name);
    put(view);
    did(text.saved(view.name), async () => {
      if (before) put(before);
      else drop(view);
      return before ? text.saved(view.name) : text.forgotten(view.name);
    });
  };
  const forget = (view: View): void => {
    drop(view);
    did(text.forgotten(view.name), async () => {
      put(view);
      return text.saved(view.name);
    });
  };
  return (
    <>
      {views.length > 0 && (
        <select
          className={inputClass}
          aria-label={text.title}
          value={shown?.name ?? ''}
          onChange={(event) => {
            const chosen = views.find(({ name }) => name === event.target.value);
            void navigate({ to: '.', search: (chosen?.search ?? {}) as never });
          }}
        >
          <option value="">{text.title}</option>
          {views.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      )}
      {shown && (
        <Button look="quiet" onClick={() => forget(shown)}>
          {text.forget}
        </Button>
      )}
      {!shown && Object.keys(present).length > 0 && (
        <Button look="quiet" onClick={() => setNaming(true)}>
          {text.save}
        </Button>
      )}
      {isNaming && (
        <NameDialog
          onName={(name) => {
            save({ name, search: present });
            setNaming(false);
          }}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

function NameDialog({ onName, onClose }: { readonly onName: (name: string) => void; readonly onClose: () => void }) {
  const text = useAdminText().views;
  const [name, setName] = useState('');
  const send = (event: FormEvent): void => {
    event.preventDefault();
    onName(name.trim());
  };
  return (
    <Dialog title={text.saveTitle} onClose={onClose}>
      <form onSubmit={send}>
        <p>{text.saveTells}</p>
        <Field
          label={text.name}
          required
          pattern=".*\S.*"
          maxLength={mostLetters}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Actions>
          <Button look="main" type="submit">
            {text.saveNow}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}

/** Says which values of the address the page did not understand, so that it does not silently show something else. */
export function DroppedNotice({ names }: { readonly names: readonly string[] }) {
  const { shell } = useText();
  const text = useAdminText().views;
  const [isRead, setRead] = useState(false);
  if (isRead) return null;
  return (
    <Notice kind="warning">
      <p>{text.dropped(names.join(', '))}</p>
      <Actions>
        <Button look="quiet" onClick={() => setRead(true)}>
          {shell.close}
        </Button>
      </Actions>
    </Notice>
  );
}
