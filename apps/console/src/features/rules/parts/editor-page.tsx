import type { Finding, RuleEditor } from '@tamis/rule-editor';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, lazy, type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Draft } from '../../../data/browser-storage.js';
import { loadCode } from '../../../data/load-code.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { Actions, Button, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../editor.module.css';
import { ChecksPanel } from './checks-panel.js';
import { FindingsPanel } from './findings-panel.js';
import { FlipsPanel } from './flips-panel.js';
import { RuleText } from './rule-text.js';
import { usePin } from './use-pin.js';

/** Loaded after the editor, which has priority. */
const UnknownsPanel = lazy(async () => ({
  default: (await loadCode(() => import('./unknowns-panel.js'))).UnknownsPanel,
}));

const RuleJson = lazy(async () => ({
  default: (await loadCode(() => import('./rule-json.js'))).RuleJson,
}));

const saveKey = 'Ctrl S';
const jsonForm = 'JSON';

interface EditorPageProps {
  readonly title: string;
  /** `null` if the rule is not stored yet. */
  readonly ruleId: string | null;
  readonly about: ReactNode;
  /** `null` if the rule is not stored yet. */
  readonly stored: string | null;
  readonly first: string;
  readonly draft: { readonly found: Draft | null; readonly isKept: boolean };
  /** Why the rule cannot be saved, or `null` if it can. */
  readonly refusal: string | null;
  readonly isSaving: boolean;
  readonly isSaved: boolean;
  readonly error: unknown;
  readonly onType: (text: string) => void;
  readonly onSave: (text: string) => void;
  /** Called before an earlier unsaved text replaces the current one. If it fails, nothing is replaced. */
  readonly onTakeDraft?: (draft: Draft) => Promise<void>;
  readonly onDropDraft: () => void;
  readonly editor: RefObject<RuleEditor | null>;
  /** Other actions for the rule, shown next to the save button. `isUnsaved` means that the typed text differs from the stored one. */
  readonly actions?: (isUnsaved: boolean) => ReactNode;
  /** Opens the threshold lab on a parameter of the text. */
  readonly onLab?: (parameter: string) => void;
  /** Shown above the text: what has happened to the rule in the meantime. */
  readonly notices?: ReactNode;
}

/** R2: the text on the left, and next to it its problems, results and cost. */
export function EditorPage(props: EditorPageProps) {
  const { title, about, stored, first, draft, refusal, isSaving, isSaved, error, onType, onSave, editor } = props;
  const text = useText().editor;
  const [typed, setTyped] = useState(first);
  const [findings, setFindings] = useState<readonly Finding[]>([]);
  const [isChanged, setChanged] = useState(false);
  const [isReady, setReady] = useState(false);
  const hasErrors = findings.some(({ severity }) => severity === 'error');
  const isUnsaved = isChanged && typed !== stored;
  const pin = usePin(props.ruleId, editor);
  const json = useJson(editor);
  const refused = refusal ?? json.refusal;
  const save = (): void => {
    if (refused === null && !isSaving) onSave(editor.current?.text ?? typed);
  };
  useKeys({ 'mod+s': save });
  const unsaved = draft.isKept ? text.unsaved : text.unsavedYet;
  const stateText = isSaving ? text.saving : isUnsaved ? unsaved : isSaved ? text.saved : '';
  const isOffered = isReady && !isChanged && draft.found !== null && draft.found.text !== (stored ?? first);
  const taking = useTaking(editor, props.onTakeDraft);
  return (
    <>
      <div className={classes['head']}>
        <h1>{title}</h1>
        <span className={screen['soft']}>{about}</span>
        <span className={classes['grow']} />
        <span role="status" className={screen['soft']}>
          {stateText}
        </span>
        <Forms json={json} />
        {props.actions?.(isUnsaved)}
        <Button look="main" refused={refused} disabled={isSaving} onClick={save}>
          {text.save} <kbd>{saveKey}</kbd>
        </Button>
      </div>
      {props.notices}
      {error !== null && error !== undefined && <FailureNotice error={error} />}
      {isOffered && <DraftOffer draft={draft.found} taking={taking} onDrop={props.onDropDraft} />}
      <div className={classes['columns']}>
        <div className={classes['side']}>
          <BothForms
            json={json}
            first={first}
            isReadOnly={refusal !== null}
            editor={editor}
            {...(props.onLab && { onLab: props.onLab })}
            onChange={(changed) => {
              json.follow(changed);
              setTyped(changed);
              setChanged(true);
              onType(changed);
            }}
            onFindings={setFindings}
            onReady={() => setReady(true)}
          />
          <FindingsPanel
            findings={findings}
            onOpen={json.goTo}
            onMend={(offset) => void editor.current?.mend(offset)}
          />
          <ChecksPanel text={typed} hasErrors={hasErrors} />
          <Unknowns text={typed} hasErrors={hasErrors} ruleId={props.ruleId} />
        </div>
        <div className={classes['side']}>
          <FlipsPanel text={typed} hasErrors={hasErrors} pin={props.ruleId === null || refusal !== null ? null : pin} />
        </div>
      </div>
    </>
  );
}

/** The JSON form of the rule, which is shown instead of its text. */
function useJson(editor: RefObject<RuleEditor | null>) {
  const text = useAdminText().ruleWords;
  /** The text whose JSON is edited; `null` while the text itself is. */
  const [source, setSource] = useState<string | null>(null);
  const [isRead, setRead] = useState(true);
  const written = useRef<string | null>(null);
  const show = (isJson: boolean): void => flushSync(() => setSource(isJson ? (editor.current?.text ?? null) : null));
  return {
    source,
    setRead,
    show,
    /** JSON that cannot be read is neither saved nor left, so that nothing typed is lost. */
    refusal: isRead ? null : text.jsonUnread,
    write: (changed: string): void => {
      written.current = changed;
      editor.current?.replace(changed);
    },
    /** Shows changes of the text that were not made by the JSON. */
    follow: (changed: string): void => {
      if (source !== null && changed !== written.current) setSource(changed);
    },
    goTo: (offset: number): void => {
      if (isRead) show(false);
      editor.current?.goTo(offset);
    },
  };
}

type Json = ReturnType<typeof useJson>;

/** Chooses the form in which the rule is written. */
function Forms({ json: { source, refusal, show } }: { readonly json: Json }) {
  const text = useAdminText().ruleWords;
  const isJson = source !== null;
  return (
    <span role="group" aria-label={text.forms}>
      <Button aria-pressed={!isJson} refused={refusal} onClick={() => show(false)}>
        {text.text}
      </Button>
      <Button aria-pressed={isJson} onClick={() => isJson || show(true)}>
        {jsonForm}
      </Button>
    </span>
  );
}

function BothForms({
  json: { source, setRead, write },
  ...text
}: ComponentProps<typeof RuleText> & { readonly json: Json }) {
  const { shell } = useText();
  return (
    <>
      <div hidden={source !== null}>
        <RuleText {...text} />
      </div>
      {source !== null && (
        <Suspense fallback={<Loading>{shell.loading}</Loading>}>
          <RuleJson key={source} isReadOnly={text.isReadOnly} onText={write} onRead={setRead} {...{ source }} />
        </Suspense>
      )}
    </>
  );
}

/** Replaces the text with one that was left unsaved. */
const useTaking = (editor: RefObject<RuleEditor | null>, prepare: EditorPageProps['onTakeDraft']) =>
  useMutation({
    mutationFn: async (taken: Draft) => {
      await prepare?.(taken);
      editor.current?.replace(taken.text);
      editor.current?.focus();
    },
  });

const Unknowns = (props: ComponentProps<typeof UnknownsPanel>) => (
  <Suspense fallback={<Loading>{useText().shell.loading}</Loading>}>
    <UnknownsPanel {...props} />
  </Suspense>
);

interface DraftOfferProps {
  readonly draft: Draft;
  readonly taking: ReturnType<typeof useTaking>;
  readonly onDrop: () => void;
}

/** Offers a text that was left unsaved. Nothing of it is lost, and nothing is replaced without asking. */
function DraftOffer({ draft, taking, onDrop }: DraftOfferProps) {
  const text = useText().editor;
  const formats = useFormats();
  return (
    <Notice kind="warning">
      <p>{text.draftFound(formats.time(new Date(draft.at).toISOString()))}</p>
      <Actions>
        <Button disabled={taking.isPending} onClick={() => taking.mutate(draft)}>
          {text.draftTake}
        </Button>
        <Button look="quiet" onClick={onDrop}>
          {text.draftDrop}
        </Button>
      </Actions>
      {taking.error && <FailureNotice error={taking.error} />}
    </Notice>
  );
}
