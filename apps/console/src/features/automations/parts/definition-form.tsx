import { type FormEvent, useState } from 'react';
import { hasStatus } from '../../../data/errors.js';
import { useAdminText } from '../../../i18n/admin.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Field, inputClass, Notice } from '../../../ui/index.js';
import { adminClasses, SecretDialog, useRefused } from '../../admin/index.js';
import { definitionText, readObject, sentDefinition } from '../model/definition.js';
import { type Automation, useAutomationActs } from '../queries.js';
import classes from '../automations.module.css';

interface Draft {
  readonly name: string;
  readonly description: string;
  readonly definition: string;
}

const draftOf = (automation: Automation): Draft => ({
  name: automation.name,
  description: automation.description ?? '',
  definition: definitionText(automation),
});

/** What is typed over a version of an automation. Nobody else's version replaces it before the person says so. */
function useDraft(automation: Automation) {
  const text = useAdminText().automations;
  const [base, setBase] = useState(automation);
  const [draft, setDraft] = useState(() => draftOf(base));
  const saved = draftOf(base);
  const show = (shown: Automation): void => {
    setBase(shown);
    setDraft(draftOf(shown));
  };
  const changed = (Object.keys(saved) as (keyof Draft)[]).filter((each) => draft[each] !== saved[each]);
  if (changed.length === 0 && automation.version > base.version) show(automation);
  const read = readObject(draft.definition);
  const problem = read.ok ? null : read.said === null ? text.tooManyDigits : text.mustBeJson(read.said);
  const sent = {
    ...(changed.includes('name') && { name: draft.name.trim() }),
    ...(changed.includes('description') && { description: draft.description.trim() || null }),
    ...(changed.includes('definition') && read.ok && sentDefinition(read.value)),
  };
  const change = (some: Partial<Draft>): void => setDraft({ ...draft, ...some });
  return { base, draft, change, show, problem, sent, isChanged: changed.length > 0 };
}

/** Name, description and definition of an automation, saved as its next version. */
export function DefinitionForm({ automation }: { readonly automation: Automation }) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const { changing } = useAutomationActs();
  const work = useDraft(automation);
  const { id, version, archived } = work.base;
  const refusal = useRefused()('automations:edit') ?? (work.isChanged ? work.problem : text.unchanged);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (refusal !== null || changing.isPending) return;
    changing.mutate(
      { id, ifVersion: version, sent: work.sent },
      {
        onSuccess: ({ automation: saved }) => {
          work.show(saved);
          did(text.saved(saved.name, saved.version), null);
        },
      },
    );
  };
  return (
    <section aria-label={text.definition} className={screen['panel']}>
      <form className={classes['form']} onSubmit={save}>
        <DraftFields work={work} />
        <p>
          <a href="/docs/automations" target="_blank" rel="noreferrer">
            {text.documentation}
          </a>
        </p>
        <Outcome changing={changing} newest={automation} work={work} />
        {!archived && (
          <Actions>
            <Button look="main" type="submit" disabled={changing.isPending} refused={refusal}>
              {text.save}
            </Button>
          </Actions>
        )}
      </form>
    </section>
  );
}

type Work = ReturnType<typeof useDraft>;

const leastRows = 8;
const mostRows = 30;

function DraftFields({ work: { base, draft, change, problem } }: { readonly work: Work }) {
  const text = useAdminText().automations;
  const rows = Math.min(mostRows, Math.max(leastRows, draft.definition.split('\n').length));
  return (
    <>
      <Field
        label={text.columns.name}
        required
        maxLength={200}
        disabled={base.archived}
        value={draft.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Field
        label={text.description}
        maxLength={2000}
        disabled={base.archived}
        value={draft.description}
        onChange={(event) => change({ description: event.target.value })}
      />
      <label className={adminClasses['choice']}>
        <span>{text.definition}</span>
        <textarea
          className={`${inputClass} ${classes['code']}`}
          rows={rows}
          spellCheck={false}
          readOnly={base.archived}
          aria-invalid={problem !== null}
          value={draft.definition}
          onChange={(event) => change({ definition: event.target.value })}
        />
        <small>{text.definitionHint}</small>
      </label>
    </>
  );
}

interface OutcomeProps {
  readonly changing: ReturnType<typeof useAutomationActs>['changing'];
  readonly newest: Automation;
  readonly work: Work;
}

/** What saving came to: a failure, another version, warnings, or the address of a hook. */
function Outcome({ changing: { error, data, reset }, newest, work }: OutcomeProps) {
  const text = useAdminText().automations;
  const isConflict = hasStatus(error, 409) && newest.version > work.base.version;
  return (
    <>
      {error && !isConflict && <FailureNotice error={error} />}
      {isConflict && (
        <Notice kind="warning">
          <p>{text.conflict}</p>
          <Button
            onClick={() => {
              work.show(newest);
              reset();
            }}
          >
            {text.readAgain}
          </Button>
        </Notice>
      )}
      {data && data.warnings.length > 0 && (
        <Notice kind="warning">
          <strong>{text.warnings}</strong>
          {data.warnings.map((warning) => (
            <p key={warning} lang="en">
              {warning}
            </p>
          ))}
        </Notice>
      )}
      {data?.hookToken !== undefined && (
        <SecretDialog
          title={text.hookTitle}
          tells={text.hookTells}
          label={text.hookTitle}
          secret={`${location.origin}/automations/hooks/${data.hookToken}`}
          onClose={reset}
        />
      )}
    </>
  );
}
