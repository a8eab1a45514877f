import { type FormEvent, useState } from 'react';
import { hasStatus } from '../../../data/errors.js';
import { useAdminText } from '../../../i18n/admin.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { SecretDialog, useRefused } from '../../admin/index.js';
import { definitionText, sentDefinition } from '../model/definition.js';
import { type Automation, useAutomationActs } from '../queries.js';
import classes from '../automations.module.css';
import { JsonField, useJsonField } from './json-field.js';

/** What is typed over a version of an automation. Nobody else's version replaces it before the person says so. */
function useDraft(automation: Automation) {
  const [base, setBase] = useState(automation);
  const [name, setName] = useState(base.name);
  const [description, setDescription] = useState(base.description ?? '');
  const definition = useJsonField(definitionText(base));
  const show = (shown: Automation): void => {
    setBase(shown);
    setName(shown.name);
    setDescription(shown.description ?? '');
    definition.setWritten(definitionText(shown));
  };
  const sent = {
    ...(name !== base.name && { name: name.trim() }),
    ...(description !== (base.description ?? '') && { description: description.trim() || null }),
    ...(definition.written !== definitionText(base) && sentDefinition(definition.value ?? {})),
  };
  const isChanged = Object.keys(sent).length > 0;
  if (!isChanged && automation.version > base.version) show(automation);
  return { base, name, setName, description, setDescription, definition, show, sent, isChanged };
}

/** Name, description and definition of an automation, saved as its next version. */
export function DefinitionForm({ automation }: { readonly automation: Automation }) {
  const text = useAdminText().automations;
  const { did } = useUndo();
  const { changing } = useAutomationActs();
  const work = useDraft(automation);
  const { id, version, archived } = work.base;
  const refusal = useRefused()('automations:edit') ?? (work.isChanged ? work.definition.refused : text.unchanged);
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

function DraftFields({ work }: { readonly work: Work }) {
  const text = useAdminText().automations;
  const { base, definition } = work;
  return (
    <>
      <Field
        label={text.columns.name}
        required
        maxLength={200}
        disabled={base.archived}
        value={work.name}
        onChange={(event) => work.setName(event.target.value)}
      />
      <Field
        label={text.description}
        maxLength={2000}
        disabled={base.archived}
        value={work.description}
        onChange={(event) => work.setDescription(event.target.value)}
      />
      <JsonField
        label={text.definition}
        hint={text.definitionHint}
        field={definition}
        rows={Math.min(mostRows, Math.max(leastRows, definition.written.split('\n').length))}
        readOnly={base.archived}
      />
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
