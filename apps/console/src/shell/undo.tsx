import { createContext, type ReactNode, useContext, useRef, useState } from 'react';
import { useText } from '../i18n/reader.js';
import { Button, FailureNotice } from '../ui/index.js';
import classes from './shell.module.css';

/** An action of a person in this tab. */
export interface Act {
  readonly id: number;
  readonly told: string;
  readonly at: number;
  readonly state: 'done' | 'undoing' | 'undone';
  /** `null` if it cannot be undone. */
  readonly undo: (() => Promise<string>) | null;
}

interface Undo {
  /** The actions, latest first. */
  readonly acts: readonly Act[];
  /** Reports an action. `undo` undoes it, and returns a description of the result. */
  readonly did: (told: string, undo: (() => Promise<string>) | null) => void;
  /** Undoes one of the actions; if absent, the latest one that can be undone. */
  readonly takeBack: (id?: number) => void;
  readonly toast: { readonly told: string; readonly act: Act | null; readonly error: unknown } | null;
  readonly dismiss: () => void;
}

const UndoContext = createContext<Undo | null>(null);
const shownMs = 10_000;
const keptActs = 50;

export function UndoProvider({ children }: { readonly children: ReactNode }) {
  const [acts, setActs] = useState<readonly Act[]>([]);
  const [toast, setToast] = useState<Undo['toast']>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const next = useRef(1);
  const show = (shown: NonNullable<Undo['toast']>): void => {
    clearTimeout(timer.current);
    setToast(shown);
    // Errors stay visible until they are read.
    if (!shown.error) timer.current = setTimeout(() => setToast(null), shownMs);
  };
  const mark = (id: number, state: Act['state']): void =>
    setActs((all) => all.map((act) => (act.id === id ? { ...act, state } : act)));
  const takeBack = (id?: number): void => {
    const act = acts.find((each) => each.undo && each.state === 'done' && (id === undefined || each.id === id));
    if (!act?.undo) return;
    mark(act.id, 'undoing');
    act.undo().then(
      (told) => {
        mark(act.id, 'undone');
        show({ told, act: null, error: null });
      },
      (error: unknown) => {
        mark(act.id, 'done');
        show({ told: act.told, act: null, error });
      },
    );
  };
  const did: Undo['did'] = (told, undo) => {
    const act: Act = { id: next.current++, told, at: Date.now(), state: 'done', undo };
    setActs((all) => [act, ...all].slice(0, keptActs));
    show({ told, act: undo && act, error: null });
  };
  const dismiss = (): void => setToast(null);
  return <UndoContext value={{ acts, did, takeBack, toast, dismiss }}>{children}</UndoContext>;
}

export function useUndo(): Undo {
  const undo = useContext(UndoContext);
  if (!undo) throw new Error('`useUndo` can only be used below `UndoProvider`');
  return undo;
}

/** Shows the latest action, with a button to undo it. */
export function Toast() {
  const text = useText().shell;
  const { toast, takeBack, dismiss } = useUndo();
  return (
    <div role="status" aria-live="polite">
      {toast && (
        <div className={classes['toast']} data-toast>
          {!toast.error && <span>{toast.told}</span>}
          {toast.error ? <FailureNotice error={toast.error} /> : null}
          {toast.act && (
            <Button onClick={() => takeBack(toast.act?.id)}>
              {text.undo} <kbd>z</kbd>
            </Button>
          )}
          <Button look="quiet" onClick={dismiss}>
            {text.close}
          </Button>
        </div>
      )}
    </div>
  );
}
