import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useAsk } from '../../../shell/use-ask.js';
import { useApi, usePlace, useRefusal } from '../../../shell/place.js';
import { Actions, Button, Notice } from '../../../ui/index.js';
import { peopleQuery, ReleaseDialog } from '../../releases/index.js';

type Rule = components['schemas']['RuleRecordDto'];

export function Release({ rule, isUnsaved }: { readonly rule: Rule; readonly isUnsaved: boolean }) {
  const { releases: text, shell } = useText();
  const { asked: isShown = false, ask, close } = useAsk<true>('release');
  const needed = useRefusal()('rules:publish');
  const isArchived = rule.status === 'archived' || rule.readOnly;
  useKeys(isArchived ? {} : { 'alt+shift+p': () => ask(true) });
  if (isArchived) return null;
  return (
    <>
      <Button refused={needed && shell.needs(needed)} onClick={() => ask(true)}>
        {text.open}
      </Button>
      {isShown && (
        <Suspense>
          <ReleaseDialog rule={rule} isUnsaved={isUnsaved} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

/** Notice that the rule exceeded the limits of its guard, with its present state and a way to undo that. */
export function GuardNotice({ rule }: { readonly rule: Rule }) {
  const { releases: text } = useText();
  const { organizationId, api } = useApi();
  const { ask } = useAsk<true>('release');
  const { data } = useQuery({
    queryKey: [organizationId, 'rules', rule.id, 'guard', rule.updatedAt, rule.status],
    queryFn: ({ signal }) => answerOf(api.GET('/rules/{id}/guard', { params: { path: { id: rule.id } }, signal })),
    enabled: rule.guard !== null,
  });
  if (data?.guardState?.status !== 'tripped') return null;
  return (
    <Notice kind="warning">
      <p>
        <strong>⚠ {text.tripped(data.guardState.limit ?? '')}</strong> {text.trippedTells}
      </p>
      <Actions>
        <Button onClick={() => ask(true)}>{text.putInForceAgain}</Button>
      </Actions>
    </Notice>
  );
}

interface NewVersionProps {
  readonly rule: Rule;
  /** Whether nothing was typed here, so that there is nothing to merge. */
  readonly isUntouched: boolean;
  readonly onTake: () => void;
  readonly onMerge: () => void;
}

/** Notice that another user has saved while the page was open. The text is kept until the user decides. */
export function NewVersion({ rule, isUntouched, onTake, onMerge }: NewVersionProps) {
  const text = useText().editor;
  const { organizationId, permissions } = usePlace();
  const { data: names } = useQuery(peopleQuery(organizationId, permissions));
  const name = (rule.updatedBy !== null && names?.get(rule.updatedBy)) || text.somebody;
  return (
    <Notice kind="warning">
      <p>{text.newVersion(rule.version, name)}</p>
      <Actions>
        {isUntouched ? (
          <Button onClick={onTake}>{text.showIt}</Button>
        ) : (
          <Button onClick={onMerge}>{text.mergeIt}</Button>
        )}
      </Actions>
    </Notice>
  );
}
