import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { childrenQuery } from '../../../data/children.js';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Time } from '../../../shell/time.js';
import { Button, FailureNotice, Field } from '../../../ui/index.js';
import { AskDialog, useRefused } from '../../admin/index.js';
import { useOrganizationChanged } from '../reads.js';

/** Organizations below this one, each with its own sandbox. */
export function Children() {
  const text = useAdminText().organization;
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(childrenQuery(organizationId));
  const refusal = useRefused()('organization:edit', true);
  const [isMaking, setMaking] = useState(false);
  return (
    <section aria-label={text.children}>
      <div className={screen['head']}>
        <h2>{text.children}</h2>
        <Button refused={refusal} onClick={() => setMaking(true)}>
          {text.newChild}
        </Button>
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data?.length === 0 && <p className={screen['soft']}>{text.noChildren}</p>}
      <ul>
        {data?.map(({ id, name, countryCode, createdAt }) => (
          <li key={id} data-child={name}>
            {name} · {countryCode} · <Time at={createdAt} />
          </li>
        ))}
      </ul>
      {isMaking && <NewChild onClose={() => setMaking(false)} />}
    </section>
  );
}

function NewChild({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().organization;
  const { organizationId, api } = useApi();
  const changed = useOrganizationChanged(organizationId);
  const { did } = useUndo();
  const [name, setName] = useState('');
  const [country, setCountry] = useState('');
  const making = useMutation({
    mutationFn: async () => {
      const body = { name: name.trim(), countryCode: country.trim().toUpperCase() };
      return answerOf(api.POST('/organizations/{id}/children', { params: { path: { id: organizationId } }, body }));
    },
    onSuccess: async ({ production }) => {
      await changed();
      did(text.made(production.name), null);
      onClose();
    },
  });
  return (
    <AskDialog
      title={text.newChild}
      label={text.newChild}
      error={making.error}
      isPending={making.isPending}
      onSend={() => making.mutate()}
      onClose={onClose}
    >
      <p>{text.childTells}</p>
      <Field
        label={text.fields.name}
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={text.fields.countryCode}
        required
        minLength={2}
        maxLength={2}
        value={country}
        onChange={(event) => setCountry(event.target.value)}
      />
    </AskDialog>
  );
}
