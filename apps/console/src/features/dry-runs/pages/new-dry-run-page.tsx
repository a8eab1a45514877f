import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Button } from '../../../ui/index.js';
import { StartFailure } from '../parts/run-state.js';
import { startBody, StartFields, useStartForm } from '../parts/start-fields.js';

/** R3: selects what to test, and on which records. */
export function NewDryRunPage() {
  const text = useText().dryRuns;
  return (
    <Guarded title={text.create} permission="rules:execute">
      <NewDryRun />
    </Guarded>
  );
}

function NewDryRun() {
  const text = useText().dryRuns;
  const { organizationId, api } = useApi();
  const { rule = null, rules = [] } = useSearch({ from: '/$organizationId/dry-runs/new' });
  const navigate = useNavigateIfHere();
  const start = useStartForm(rule, rules);
  const starting = useMutation({
    mutationFn: () => answerOf(api.POST('/rules/dry-runs', { body: startBody(start) })),
    onSuccess: ({ dryRunId }) =>
      navigate({ to: '/$organizationId/dry-runs/$dryRunId', params: { organizationId, dryRunId } }),
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
        <StartFields start={start} noRule={rules.length > 0 ? text.together(rules.length) : text.allInForce} />
        <StartFailure error={starting.error} />
        <Button look="main" type="submit" disabled={starting.isPending || !start.isReady}>
          {text.start}
        </Button>
      </form>
    </>
  );
}
