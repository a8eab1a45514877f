import { Suspense, useEffect, useRef, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, Field, inputClass, Loading } from '../../../ui/index.js';
import { LeaveGuard, useRefused } from '../../admin/index.js';
import { countOf } from '../model/findings.js';
import { keysOf } from '../model/flow.js';
import { SaveOutcome } from '../parts/save-outcome.js';
import { type Automation, useAutomationActs } from '../queries.js';
import classes from '../automations.module.css';
import { type Checked, type Editor, useEditor, useFindings } from './use-editor.js';
import { EditorProvider, useCatalogue, useParts } from './catalogue.js';
import { ConditionsField } from './conditions-field.js';
import { StepList } from './step-list.js';
import { TriggerCard } from './trigger-card.js';

const views = ['forms', 'json'] as const;
type View = (typeof views)[number];

/** Edits an automation, either as steps or as the JSON that they stand for. */
export function AutomationEditor({ automation }: { readonly automation: Automation }) {
  const text = useAdminText().automations;
  const { shell } = useText();
  return (
    <section aria-label={text.definition} className={screen['panel']} data-editor>
      <Suspense fallback={<Loading>{shell.loading}</Loading>}>
        <Loaded automation={automation} />
      </Suspense>
    </section>
  );
}

function Loaded({ automation }: { readonly automation: Automation }) {
  const { automations: text } = useAdminText();
  const catalogue = useCatalogue();
  const editor = useEditor(automation);
  const checked = useFindings(editor);
  const { did } = useUndo();
  const { changing } = useAutomationActs();
  const [view, setView] = useState<View>('forms');
  const { opened, setOpened } = useOpened(editor);
  const { base, state, isChanged } = editor;
  const mayNot = useRefused()('automations:edit');
  const problem = useProblemOfTyped(editor);
  const refusal = mayNot ?? problem ?? (isChanged ? null : text.unchanged);
  const isReadOnly = base.archived || mayNot !== null;
  const save = (): void => {
    if (refusal !== null || changing.isPending) return;
    changing.mutate(
      { id: base.id, ifVersion: base.version, sent: editor.sent },
      {
        onSuccess: ({ automation: saved }) => {
          editor.show(saved, true);
          did(text.saved(saved.name, saved.version), null);
        },
      },
    );
  };
  useEditorKeys(editor, save);
  const parts = {
    ...{ editor, catalogue, isReadOnly, opened, setOpened, findings: checked.findings, nextTimes: checked.nextTimes },
    trigger: catalogue.triggers.find(({ type }) => type === state.written.triggerType),
  };
  return (
    <EditorProvider value={parts}>
      <form
        className={classes['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <Top editor={editor} view={view} onView={(next) => (editor.endText(), setView(next))} />
        {view === 'forms' ? <Forms /> : <JsonText editor={editor} />}
        <FoundLine checked={checked} onShow={(key) => (setView('forms'), key !== null && parts.setOpened(key, true))} />
        <p>
          <a href="/docs/automations" target="_blank" rel="noreferrer">
            {text.documentation}
          </a>
        </p>
        <SaveOutcome
          changing={changing}
          newest={automation}
          version={base.version}
          onReadAgain={(newest) => editor.show(newest)}
        />
        {!base.archived && (
          <Actions>
            <Button look="main" type="submit" disabled={changing.isPending} refused={refusal}>
              {text.save}
            </Button>
            {isChanged && <span className={classes['soft']}>{text.editor.unsaved}</span>}
          </Actions>
        )}
      </form>
      <LeaveGuard isChanged={isChanged} />
    </EditorProvider>
  );
}

/** Keeps which steps show their forms. A step with text that is not parsed yet stays open. */
function useOpened(editor: Editor) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  return {
    opened,
    setOpened: (key: string, isOpen: boolean) =>
      setOpened((before) => {
        const after = new Set(before);
        if (isOpen) after.add(key);
        else if (!editor.unread.has(key)) after.delete(key);
        return after;
      }),
  };
}

/** Returns why the typed text cannot be saved as it is. */
function useProblemOfTyped({ typedRead, unread, state }: Editor): string | null {
  const text = useAdminText().automations;
  if (typedRead !== null && !typedRead.ok)
    return typedRead.said === null ? text.tooManyDigits : text.mustBeJson(typedRead.said);
  const there = new Set([...(state.flow ? keysOf(state.flow.blocks) : []), 'conditions', 'filter']);
  return [...unread].some((at) => there.has(at)) ? text.editor.unread : null;
}

/** Keyboard shortcuts of the whole editor, except where a text field has its own. Undoing a change may remove the focused element. */
function useEditorKeys(editor: Editor, save: () => void): void {
  const latest = useRef({ editor, save });
  latest.current = { editor, save };
  useEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      const target = event.target as HTMLElement;
      const isHere = target === document.body || target.closest('[data-editor]') !== null;
      if (!isHere || (!event.ctrlKey && !event.metaKey) || target.closest('.cm-editor') !== null) return;
      const key = event.key.toLowerCase();
      if (key !== 's' && key !== 'z' && key !== 'y') return;
      event.preventDefault();
      if (key === 's') latest.current.save();
      else if (key === 'y' || event.shiftKey) latest.current.editor.redo();
      else latest.current.editor.undo();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

interface TopProps {
  readonly editor: Editor;
  readonly view: View;
  readonly onView: (view: View) => void;
}

function Top({ editor, view, onView }: TopProps) {
  const { columns, description, editor: text } = useAdminText().automations;
  const { isReadOnly } = useParts();
  const { state } = editor;
  return (
    <>
      <Field
        label={columns.name}
        required
        maxLength={200}
        disabled={isReadOnly}
        value={state.name}
        onChange={(event) => editor.setName(event.target.value)}
      />
      <Field
        label={description}
        maxLength={2000}
        disabled={isReadOnly}
        value={state.description}
        onChange={(event) => editor.setDescription(event.target.value)}
      />
      <div className={classes['bar']}>
        <div role="group" aria-label={text.views} className={classes['views']}>
          {views.map((each) => (
            <Button key={each} aria-pressed={view === each} onClick={() => onView(each)}>
              {text[each]}
            </Button>
          ))}
        </div>
        {!isReadOnly && (
          <div className={classes['views']}>
            <Button disabled={!editor.canUndo} onClick={editor.undo}>
              ↶ {text.undo}
            </Button>
            <Button disabled={!editor.canRedo} onClick={editor.redo}>
              ↷ {text.redo}
            </Button>
          </div>
        )}
      </div>
    </>
  );
}

function Forms() {
  const text = useAdminText().automations.editor;
  const { editor, findings } = useParts();
  const { written, flow } = editor.state;
  if (!flow) return <p data-not-shown>{text.notShown}</p>;
  return (
    <div className={classes['form']} data-forms>
      <TriggerCard />
      <section className={classes['card']} aria-label={text.conditions}>
        <h3>{text.conditions}</h3>
        <ConditionsField
          at="conditions"
          label={text.conditions}
          conditions={written.conditions ?? []}
          problems={findings.conditions}
          onChange={(conditions) =>
            editor.setWritten('conditions', ({ conditions: _before, ...rest }) => ({
              ...rest,
              ...(conditions.length > 0 && { conditions }),
            }))
          }
        />
      </section>
      <section aria-label={text.steps} data-steps>
        <h3>{text.steps}</h3>
        <StepList blocks={flow.blocks} branch={null} lane="true" number="" place={text.steps} />
      </section>
    </div>
  );
}

const leastRows = 8;
const mostRows = 30;

function JsonText({ editor }: { readonly editor: Editor }) {
  const text = useAdminText().automations;
  const { isReadOnly } = useParts();
  return (
    <label className={classes['form']}>
      <span className={classes['label']}>{text.definition}</span>
      <textarea
        className={`${inputClass} ${classes['code']}`}
        rows={Math.min(mostRows, Math.max(leastRows, editor.text.split('\n').length))}
        spellCheck={false}
        readOnly={isReadOnly}
        aria-invalid={editor.typedRead !== null && !editor.typedRead.ok}
        value={editor.text}
        onChange={(event) => editor.setText(event.target.value)}
      />
      <small>{text.definitionHint}</small>
    </label>
  );
}

interface FoundProps {
  readonly checked: Checked;
  readonly onShow: (key: string | null) => void;
}

/** Shows the number of findings, and those that do not belong to any part. */
function FoundLine({ checked: { findings, isChecking }, onShow }: FoundProps) {
  const text = useAdminText().automations.editor;
  const count = countOf(findings);
  const first = (): void => {
    onShow([...findings.blocks.keys()][0] ?? null);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const found = document.querySelector<HTMLElement>('[data-editor] [data-finding]');
        const near = found?.closest('[data-problem], [data-card], [data-trigger], section');
        const field = near?.querySelector<HTMLElement>('input, select, textarea, button');
        field?.focus();
        found?.scrollIntoView({ block: 'center' });
      }),
    );
  };
  return (
    <div role="status" data-found={isChecking ? undefined : count}>
      {isChecking && <span className={classes['soft']}>{text.checking}</span>}
      {!isChecking && count === 0 && <span className={classes['soft']}>✓ {text.noFindings}</span>}
      {!isChecking && count > 0 && (
        <>
          <strong className={classes['problem']}>{text.findings(count)}</strong>{' '}
          <Button look="quiet" onClick={first}>
            {text.toFirst}
          </Button>
        </>
      )}
      {Object.entries(findings.others).map(([path, said]) => (
        <p key={path} lang="en">
          <code>{path}</code>: {said}
        </p>
      ))}
    </div>
  );
}
