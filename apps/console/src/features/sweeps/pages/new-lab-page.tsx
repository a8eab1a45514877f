import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Button, Field, inputClass, Notice } from '../../../ui/index.js';
import { present, startBody, StartFailure, StartFields, useStartForm } from '../../dry-runs/index.js';
import { paramsOf } from '../model/params.js';
import { useParameters } from '../parts/use-parameters.js';

const example = 'param limit = 250 USD between 100 USD and 1_000 USD step 10 USD';

/** R4: selects the parameter to try, the number of steps, and the records. */
export function NewLabPage() {
  const text = useAdminText().lab;
  return (
    <Guarded title={text.create} permission="rules:execute">
      <NewLab />
    </Guarded>
  );
}

function NewLab() {
  const text = useAdminText().lab;
  const { dryRuns } = useText();
  const { organizationId, api } = useApi();
  const { rule: first = null, param: asked = null } = useSearch({ from: '/$organizationId/lab/new' });
  const navigate = useNavigateIfHere();
  const start = useStartForm(first);
  const [chosen, setChosen] = useState(asked);
  const [steps, setSteps] = useState(20);
  const params = useParamNames(start.form.ruleId === null ? null : start.source, start.rule?.key);
  const param = params.find((name) => name === chosen) ?? params[0];
  const starting = useMutation({
    mutationFn: () => answerOf(api.POST('/rules/sweeps', { body: { ...startBody(start), param: param ?? '', steps } })),
    onSuccess: ({ sweepId }) =>
      navigate({
        to: '/$organizationId/lab/$sweepId',
        params: { organizationId, sweepId },
        search: present({ rule: start.rule?.key }) as never,
      }),
  });
  return (
    <>
      <div className={screen['head']}>
        <h1>{text.create}</h1>
      </div>
      <form
        className={screen['form']}
        onSubmit={(event) => {
          event.preventDefault();
          starting.mutate();
        }}
      >
        <StartFields start={start} noRule={null} />
        {start.isReady && start.form.ruleId !== null && params.length === 0 && (
          <Notice kind="warning">
            <strong>{text.noParams}</strong>
            <p>{text.noParamsTells}</p>
            <pre>{example}</pre>
          </Notice>
        )}
        {params.length > 0 && (
          <label>
            {text.param}{' '}
            <select className={inputClass} value={param} onChange={(event) => setChosen(event.target.value)}>
              {params.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
        )}
        <Field
          label={text.steps}
          type="number"
          required
          min={2}
          max={50}
          value={steps}
          onChange={(event) => setSteps(event.target.valueAsNumber)}
        />
        <StartFailure error={starting.error} />
        <Button look="main" type="submit" disabled={starting.isPending || !start.isReady || param === undefined}>
          {dryRuns.start}
        </Button>
      </form>
    </>
  );
}

/** Returns the parameters with a range: those that the text declares, and the shared ones that the rule uses. */
function useParamNames(source: string | null, key: string | undefined): readonly string[] {
  const { data } = useParameters();
  const declared = paramsOf(source ?? '').filter(({ hasRange }) => hasRange);
  const shared = (data ?? []).filter(
    ({ between, usedBy }) => between !== null && key !== undefined && usedBy.includes(key),
  );
  return source === null ? [] : [...new Set([...declared, ...shared].map(({ name }) => name))];
}
