import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDraft } from '../../../data/browser-storage.js';
import { answerOf } from '../../../data/client.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { FilterField } from '../../../shell/filter-field.js';
import { useApi, useMay, usePlace, useRefusal } from '../../../shell/place.js';
import { Field, inputClass } from '../../../ui/index.js';
import { ruleQuery, rulesQuery } from '../../rules/index.js';
import classes from '../dry-runs.module.css';

const dayMs = 86_400_000;
const usualDays = 30;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The text to test, and the records to test it on. */
export interface StartForm {
  readonly ruleId: string | null;
  /** Rules to test together if no single one is selected; if there are none, all active rules. */
  readonly ruleIds: readonly string[];
  /** Whether to use the text on this device, if there is one; otherwise the stored text is used. */
  readonly isDraft: boolean;
  readonly since: string;
  readonly until: string;
  /** The percentage of records. */
  readonly share: number;
  /** Whether records were sent later than they occurred, and count by the time of occurrence. */
  readonly isImported: boolean;
  readonly name: string;
}

/** Provides the form with its defaults: the last month with payments. */
export function useStartForm(ruleId: string | null, ruleIds: readonly string[] = []) {
  const { organizationId, api } = useApi();
  const mayRead = usePlace().permissions.includes('transactions:read');
  const newest = useQuery({
    queryKey: [organizationId, 'transactions', 'newest-time'],
    queryFn: async ({ signal }) => {
      const query = { limit: 1 };
      const { transactions } = await answerOf(api.GET('/transactions', { params: { query }, signal }));
      return transactions[0]?.transactedAt ?? null;
    },
    enabled: mayRead,
    staleTime: 60_000,
  });
  const [changed, setChanged] = useState<Partial<StartForm>>({});
  const last = newest.data == null ? Date.now() : Date.parse(newest.data);
  const usual = { since: dayOf(last - usualDays * dayMs), until: dayOf(last) };
  const form: StartForm = {
    ruleId,
    ruleIds,
    isDraft: true,
    ...usual,
    share: 100,
    isImported: false,
    name: '',
    ...changed,
  };
  const mayReadRules = useMay('rules:read');
  const { data: rule } = useQuery({
    ...ruleQuery(organizationId, form.ruleId ?? ''),
    enabled: mayReadRules && form.ruleId !== null,
  });
  const { data: draft } = useQuery({
    queryKey: [organizationId, 'draft', form.ruleId, 'tried'],
    queryFn: async () => (await readDraft(organizationId, form.ruleId ?? '')) ?? null,
    enabled: form.ruleId !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const found = { rule: form.ruleId === null ? undefined : rule, draft: (form.ruleId !== null && draft) || null };
  return {
    ...{ form, ...found },
    isReady: !(mayRead && newest.isPending) && (form.ruleId === null || (rule !== undefined && draft !== undefined)),
    /** The text to be tested; `null` means all active rules. */
    source: form.isDraft && found.draft ? found.draft.text : (found.rule?.source ?? null),
    change: (change: Partial<StartForm>) => setChanged((before) => ({ ...before, ...change })),
  };
}

export type Start = ReturnType<typeof useStartForm>;

/** Returns the part of the request that dry runs and sweeps share. */
export const startBody = ({ form, draft }: Start) => ({
  ...(form.isDraft && draft
    ? { source: draft.text }
    : form.ruleId !== null
      ? { ruleIds: [form.ruleId] }
      : form.ruleIds.length > 0
        ? { ruleIds: [...form.ruleIds] }
        : { ruleSetVersion: 'active', against: 'none' }),
  from: `${form.since}T00:00:00.000Z`,
  to: `${form.until}T23:59:59.999Z`,
  ...(form.share < 100 && { sample: { rate: form.share / 100, seed: 1 } }),
  ...(form.isImported && { visibility: 'event_time' as const }),
  ...(form.name.trim() !== '' && { name: form.name.trim() }),
});

interface StartFieldsProps {
  readonly start: Start;
  /** The text for selecting no rule; `null` if a rule is required. */
  readonly noRule: string | null;
}

export function StartFields({ start: { form, rule, draft, change }, noRule }: StartFieldsProps) {
  const { dryRuns: text, inbox, shell } = useText();
  const formats = useFormats();
  const { organizationId } = usePlace();
  const missing = useRefusal()('rules:read');
  const [q, setQ] = useState('');
  const { data: list } = useQuery({ ...rulesQuery(organizationId, q === '' ? {} : { q }), enabled: missing === null });
  const found = list?.rules ?? [];
  const shown = rule && !found.some(({ id }) => id === rule.id) ? [rule, ...found] : found;
  return (
    <>
      <fieldset className={classes['fieldset']}>
        <legend>{text.whatIsTried}</legend>
        {missing === null ? (
          <FilterField label={text.findRule} value={q} onChange={setQ} />
        ) : (
          <p>{shell.needs(missing)}</p>
        )}
        <label>
          {text.rule}{' '}
          <select
            className={inputClass}
            value={form.ruleId ?? ''}
            onChange={(event) => change({ ruleId: event.target.value || null })}
          >
            <option value="">{noRule ?? text.chooseRule}</option>
            {shown.map(({ id, key, name }) => (
              <option key={id} value={id}>
                {key} – {name}
              </option>
            ))}
          </select>
        </label>
        {list && list.totalPages > 1 && <p>{inbox.mostRows(found.length)}</p>}
        {draft && rule && (
          <div role="radiogroup" aria-label={text.whichText}>
            <label>
              <input type="radio" name="text" checked={form.isDraft} onChange={() => change({ isDraft: true })} />{' '}
              {text.ofDraft(formats.time(new Date(draft.at).toISOString()))}
            </label>
            <label>
              <input type="radio" name="text" checked={!form.isDraft} onChange={() => change({ isDraft: false })} />{' '}
              {text.ofVersion(rule.version)}
            </label>
          </div>
        )}
      </fieldset>
      <RecordFields form={form} change={change} />
      <Field
        label={text.name}
        maxLength={200}
        value={form.name}
        onChange={(event) => change({ name: event.target.value })}
      />
    </>
  );
}

/** The period, and the share of its records. */
function RecordFields({ form, change }: Pick<Start, 'form' | 'change'>) {
  const text = useText().dryRuns;
  return (
    <fieldset className={classes['fieldset']}>
      <legend>{text.whichRecords}</legend>
      <Field
        label={text.since}
        type="date"
        required
        value={form.since}
        onChange={(event) => change({ since: event.target.value })}
      />
      <Field
        label={text.until}
        type="date"
        required
        min={form.since}
        value={form.until}
        onChange={(event) => change({ until: event.target.value })}
      />
      <Field
        label={text.share}
        type="number"
        required
        min={1}
        max={100}
        hint={text.shareTells}
        value={form.share}
        onChange={(event) => change({ share: event.target.valueAsNumber })}
      />
      <label>
        <input
          type="checkbox"
          checked={form.isImported}
          onChange={(event) => change({ isImported: event.target.checked })}
        />{' '}
        {text.imported}
      </label>
    </fieldset>
  );
}
