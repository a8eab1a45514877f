import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { saveFile } from '../../../data/save-file.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, FailureNotice, inputClass, Loading } from '../../../ui/index.js';
import classes from '../health.module.css';
import { PlanView } from '../parts/plan-view.js';

const accepted = '.rules,.txt,text/plain';

/** Rules as text: exported from the organization, and imported through a plan. */
export function RuleFilesPage() {
  const text = useAdminText().ruleFiles;
  return (
    <Guarded title={text.title} permission="rules:read">
      <RuleFiles />
    </Guarded>
  );
}

function RuleFiles() {
  const text = useAdminText().ruleFiles;
  const { rules } = useText();
  const { organizationId } = usePlace();
  return (
    <>
      <p>
        <Link to="/$organizationId/rules" params={{ organizationId }}>
          ← {rules.title}
        </Link>
      </p>
      <div className={screen['head']}>
        <div>
          <h1>{text.title}</h1>
          <p>{text.tells}</p>
        </div>
      </div>
      <div className={screen['grid']}>
        <ExportRules />
      </div>
      <ImportRules />
    </>
  );
}

function ExportRules() {
  const text = useAdminText().ruleFiles;
  const { api } = useApi();
  const exporting = useMutation({
    mutationFn: async () => {
      const source = await answerOf(api.GET('/rules/export', { parseAs: 'text' }));
      saveFile('rules.rules', new Blob([String(source)], { type: 'text/plain' }));
    },
  });
  return (
    <section className={screen['panel']} aria-label={text.export}>
      <h2>{text.export}</h2>
      <p>{text.exportTells}</p>
      {exporting.error && <FailureNotice error={exporting.error} />}
      <Actions>
        <Button disabled={exporting.isPending} onClick={() => exporting.mutate()}>
          {text.exportNow}
        </Button>
      </Actions>
    </section>
  );
}

function ImportRules() {
  const text = useAdminText().ruleFiles;
  const { api } = useApi();
  const [files, setFiles] = useState<readonly File[]>([]);
  const [prune, setPrune] = useState(false);
  const planning = useMutation({
    mutationFn: async () => {
      const read = await Promise.all(files.map(async (file) => ({ name: file.name, source: await file.text() })));
      return answerOf(api.POST('/rules/plan', { body: { files: read, prune } }));
    },
  });
  return (
    <section className={screen['panel']} aria-label={text.import}>
      <h2>{text.import}</h2>
      <label>
        {text.choose}{' '}
        <input
          className={inputClass}
          style={{ maxWidth: '100%' }}
          type="file"
          multiple
          accept={accepted}
          onChange={(event) => {
            setFiles([...(event.target.files ?? [])]);
            planning.reset();
          }}
        />
      </label>
      <label className={classes['check']}>
        <input
          type="checkbox"
          checked={prune}
          onChange={(event) => {
            setPrune(event.target.checked);
            planning.reset();
          }}
        />
        {text.prune}
      </label>
      <Actions>
        <Button
          refused={files.length === 0 ? text.chooseFirst : null}
          disabled={planning.isPending}
          onClick={() => planning.mutate()}
        >
          {text.plan}
        </Button>
      </Actions>
      {planning.isPending && <Loading>{text.planning}</Loading>}
      {planning.error && <FailureNotice error={planning.error} retry={() => planning.mutate()} />}
      {planning.data && (
        <PlanView key={planning.data.planId} plan={planning.data} planAgain={() => planning.mutate()} />
      )}
    </section>
  );
}
