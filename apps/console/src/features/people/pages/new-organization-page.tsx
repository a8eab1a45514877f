import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, ownClient } from '../../../data/client.js';
import { sessionQuery } from '../../../data/session.js';
import { useReader } from '../../../i18n/reader.js';
import { Button, FailureNotice, Field, inputClass } from '../../../ui/index.js';
import { Card } from '../parts/card.js';
import classes from '../people.module.css';

/** Countries whose tax numbers and registers the product supports best, and their neighbours. */
const codes = [
  ...['AR', 'BO', 'BR', 'CA', 'CL', 'CO', 'CR', 'DE', 'DO', 'EC', 'ES', 'FR', 'GB', 'GT', 'HN', 'IE', 'IT', 'MX', 'NI'],
  ...['NL', 'PA', 'PE', 'PT', 'PY', 'SV', 'US', 'UY', 'VE'],
];

/** Sorted by name in the language of the user. */
function countryNames(locale: string): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  return codes.map((code) => [code, names.of(code) ?? code] as const).sort(([, a], [, b]) => compare(a, b));
}

/** Page for users who do not belong to any organization yet. */
export function NewOrganizationPage() {
  const { text, locale } = useReader();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [countryCode, setCountry] = useState('BR');
  const create = useMutation({
    mutationFn: () => answerOf(ownClient.POST('/organizations', { body: { name, countryCode } })),
    onSuccess: async ({ production }) => {
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      await navigate({ to: '/$organizationId', params: { organizationId: production.id } });
    },
  });
  return (
    <Card title={text.people.createTitle}>
      <p>{text.people.createTells}</p>
      <form
        className={classes['form']}
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <Field
          label={text.people.organizationName}
          required
          autoFocus
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <label className={classes['form']}>
          {text.people.country}
          <select className={inputClass} value={countryCode} onChange={(event) => setCountry(event.target.value)}>
            {countryNames(locale).map(([code, country]) => (
              <option key={code} value={code}>
                {country}
              </option>
            ))}
          </select>
        </label>
        {create.error && <FailureNotice error={create.error} />}
        <Button look="main" type="submit" disabled={create.isPending}>
          {text.people.create}
        </Button>
      </form>
    </Card>
  );
}
