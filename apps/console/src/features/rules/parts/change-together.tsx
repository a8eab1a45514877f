import type { components } from '@tamis/client';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { Button, Field, Notice } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';
import { type Target, useChangeTogether } from './use-change-together.js';

type Rule = components['schemas']['RuleRecordDto'];

interface ChangeTogetherProps {
  readonly rules: readonly Rule[];
  readonly target: Target;
  /** Receives the ids of the rules that stay selected. */
  readonly onChoose: (ids: readonly string[]) => void;
  readonly onClose: () => void;
}

/** Switches several rules off, or lets them run without effects. */
export function ChangeTogether({ rules, target, onChoose, onClose }: ChangeTogetherProps) {
  const text = useAdminText().chosenRules;
  const { releases } = useText();
  const [reason, setReason] = useState('');
  const changing = useChangeTogether(target, () => {
    onChoose([]);
    onClose();
  });
  const { refused } = changing;
  const others = rules.filter(({ id }) => !refused.some((each) => each.id === id));
  const leaveOut = (): void => {
    onChoose(others.map(({ id }) => id));
    changing.reset();
  };
  return (
    <AskDialog
      title={text.titles[target](rules.length)}
      label={text.now[target]}
      error={refused.length === 0 ? changing.error : null}
      isPending={changing.isPending}
      refused={rules.length === 0 ? text.none : null}
      onSend={() => changing.mutate({ rules, reason })}
      onClose={onClose}
    >
      <p>{text.tells[target]}</p>
      <ul tabIndex={0} style={{ maxHeight: '30vh', overflow: 'auto' }}>
        {rules.map(({ id, key, name }) => (
          <li key={id}>
            <code>{key}</code> {name}
          </li>
        ))}
      </ul>
      <Field
        label={releases.reason}
        value={reason}
        maxLength={2000}
        onChange={(event) => setReason(event.target.value)}
      />
      {refused.length > 0 && (
        <Notice kind="warning">
          <p>{text.refused(refused.length)}</p>
          <ul>
            {refused.map(({ id, key, said }) => (
              <li key={id}>
                <code>{key}</code>: <span lang="en">{said}</span>
              </li>
            ))}
          </ul>
          {others.length > 0 && <Button onClick={leaveOut}>{text.leaveOut}</Button>}
        </Notice>
      )}
    </AskDialog>
  );
}
