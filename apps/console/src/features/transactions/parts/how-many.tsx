import type { components } from '@tamis/client';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { Actions, Button, FailureNotice } from '../../../ui/index.js';

const dayMs = 86_400_000;
const trialDays = 30;

interface HowManyProps {
  readonly change: string;
  readonly trial: components['schemas']['TrialRuleDto'];
  readonly payment: Pick<components['schemas']['TransactionRecordDto'], 'transactedAt' | 'createdAt'>;
}

/** Returns the month before a payment. A payment that arrived more than a day late was imported, and so were those around it. */
function trialPeriod({ transactedAt, createdAt }: HowManyProps['payment']) {
  const happened = Date.parse(transactedAt);
  const isImported = Date.parse(createdAt) - happened > dayMs;
  return {
    from: new Date(happened - trialDays * dayMs).toISOString(),
    to: new Date(happened).toISOString(),
    ...(isImported && { visibility: 'event_time' as const }),
  };
}

/**
 * Determines which other results would have been different: starts a dry run of the previous month, opened at the records that the rule no
 * longer hits.
 */
export function HowMany({ change, trial, payment }: HowManyProps) {
  const { transactions: text, shell } = useText();
  const { organizationId, api } = useApi();
  const navigate = useNavigate();
  const refusal = useRefusal()('rules:execute');
  const starting = useMutation({
    mutationFn: () => {
      const name = text.howManyName(change).slice(0, 200);
      return answerOf(api.POST('/rules/dry-runs', { body: { source: trial.source, name, ...trialPeriod(payment) } }));
    },
    onSuccess: ({ dryRunId }) =>
      navigate({
        to: '/$organizationId/dry-runs/$dryRunId',
        params: { organizationId, dryRunId },
        search: { rule: trial.ruleKey, change: 'lost' },
      }),
  });
  return (
    <>
      <Actions>
        <Button
          refused={refusal && shell.needs(refusal)}
          disabled={starting.isPending}
          aria-label={text.howManyOf(change)}
          onClick={() => starting.mutate()}
        >
          {text.howMany}
        </Button>
      </Actions>
      {starting.error && <FailureNotice error={starting.error} />}
    </>
  );
}
