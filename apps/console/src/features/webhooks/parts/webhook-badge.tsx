import { useAdminText } from '../../../i18n/admin.js';
import { Badge } from '../../../ui/index.js';
import type { Delivery, Webhook } from '../queries.js';

/** Shows whether events are sent to a webhook. */
export function WebhookBadge({ webhook }: { readonly webhook: Webhook }) {
  const text = useAdminText().webhooks;
  const isOn = webhook.readOnly ? webhook.sharedEnabled === true : webhook.enabled;
  const state = isOn ? webhook.status : 'off';
  const parent = webhook.readOnly ? ` · ${text.ofParent}` : '';
  if (state === 'active')
    return (
      <Badge tone="good" sign="●">
        {text.states.active + parent}
      </Badge>
    );
  return (
    <Badge tone={state === 'off' ? 'plain' : 'error'} sign={state === 'off' ? '○' : '✗'}>
      {text.states[state] + parent}
    </Badge>
  );
}

const looks = {
  pending: ['plain', '…'],
  delivered: ['good', '✓'],
  failed: ['warning', '✗'],
  exhausted: ['error', '✗'],
  simulated: ['plain', '○'],
} as const;

/** Shows the result of a delivery, with the last response of its receiver. */
export function DeliveryBadge({ delivery }: { readonly delivery: Delivery }) {
  const text = useAdminText().webhooks;
  const [tone, sign] = looks[delivery.status];
  const answered = delivery.attempts.at(-1)?.statusCode;
  return (
    <Badge tone={tone} sign={sign}>
      {answered == null ? text.statuses[delivery.status] : `${text.statuses[delivery.status]} ${answered}`}
    </Badge>
  );
}
