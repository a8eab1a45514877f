import { useMutation } from '@tanstack/react-query';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { Badge, Button, FailureNotice } from '../../../ui/index.js';
import classes from '../editor.module.css';
import { useChecked } from './use-checked.js';

/**
 * Returns the actual result with the values that caused it. The first line of the reason is dropped, because it repeats the name of the
 * test.
 */
function whyFailed(message: string, reason: unknown): string {
  const [, ...sentences] = typeof reason === 'string' ? reason.split('\n') : [];
  return [message, ...sentences.map((sentence) => sentence.trim())].join(' · ');
}

/** What only the server knows about a text: its cost on the data of this organization, and whether its tests pass. */
export function ChecksPanel({ text: source, hasErrors }: { readonly text: string; readonly hasErrors: boolean }) {
  const { editor: text, shell } = useText();
  const { api } = useApi();
  const refusal = useRefusal()('rules:execute');
  const checked = useChecked(source, hasErrors);
  const tests = useMutation({ mutationFn: () => answerOf(api.POST('/rules/test', { body: { source } })) });
  const said = (checked.data?.diagnostics ?? []).filter(({ severity }) => severity === 'error');
  return (
    <section className={classes['panel']} aria-label={text.tests}>
      <h2>{text.tests}</h2>
      {checked.data && <p>{text.cost(checked.data.cost.total, checked.data.cost.budget)}</p>}
      {checked.error && <FailureNotice error={checked.error} retry={() => void checked.refetch()} />}
      {said.length > 0 && !hasErrors && (
        <div>
          <h3>{text.serverSays}</h3>
          <ul lang="en">
            {said.map(({ code, message }) => (
              <li key={`${String(code)} ${String(message)}`}>
                <code>{String(code)}</code> {String(message)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Button refused={refusal && shell.needs(refusal)} disabled={tests.isPending} onClick={() => tests.mutate()}>
        {text.runTests}
      </Button>
      {tests.error && <FailureNotice error={tests.error} />}
      {tests.data && (
        <div role="status">
          <p>
            {tests.data.results.length === 0
              ? text.noTests
              : text.testCount(tests.data.passed, tests.data.passed + tests.data.failed)}
          </p>
          <ul>
            {tests.data.results.map(({ test, status, diagnostics }) => (
              <li key={test}>
                <Badge sign={status === 'passed' ? '✓' : '✗'} tone={status === 'passed' ? 'good' : 'error'}>
                  {test}
                </Badge>
                <ul lang="en">
                  {diagnostics.map(({ message, reason }, index) => (
                    <li key={index}>{whyFailed(String(message), reason)}</li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}
