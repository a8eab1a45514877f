import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FailureNotice, Field, Loading } from '../../../ui/index.js';
import { AskDialog } from '../../admin/index.js';
import classes from '../matrices.module.css';
import type { Matrix } from '../model/bands.js';
import { choosableRulesQuery } from '../reads.js';
import { useMatrixWork } from './use-matrix-work.js';

interface ChoiceProps {
  readonly matrix: Matrix;
  /** The rules that it has. */
  readonly rules: readonly { readonly id: string; readonly key: string; readonly name: string }[];
  readonly onClose: () => void;
}

/** Choice of the rules whose points the matrix adds up. Adding or removing a rule creates a new version of that rule. */
export function RuleChoice({ matrix, rules, onClose }: ChoiceProps) {
  const { matrices: text, chosenRules } = useAdminText();
  const { shell, inbox } = useText();
  const { organizationId, api } = useApi();
  const work = useMatrixWork();
  const [search, setSearch] = useState('');
  const ruleIds = rules.map(({ id }) => id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(ruleIds));
  const { data: found, error } = useQuery(choosableRulesQuery(organizationId, search));
  const put = (ids: readonly string[]) => {
    const params = { path: { id: matrix.id } };
    return answerOf(api.PUT('/risk-matrices/{id}/rules', { params, body: { ruleIds: [...ids] } }));
  };
  // Among many rules, those of the matrix would not be seen otherwise.
  const first = search.trim() === '' ? rules : [];
  const others = (found?.rules ?? []).filter(({ id }) => !first.some((each) => each.id === id));
  const isSame = chosen.size === ruleIds.length && ruleIds.every((id) => chosen.has(id));
  const toggle = (id: string): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  return (
    <AskDialog
      title={text.chooseRules}
      label={text.save}
      error={work.error}
      isPending={work.isPending}
      refused={isSame ? text.nothingChanged : null}
      onSend={() =>
        work.mutate({
          told: text.rulesSaved(matrix.name, chosen.size),
          send: () => put([...chosen]),
          back: () => put(ruleIds),
          onDone: onClose,
        })
      }
      onClose={onClose}
    >
      <Field label={text.searchRules} value={search} onChange={(event) => setSearch(event.target.value)} />
      {error && <FailureNotice error={error} />}
      {!found && !error && <Loading>{shell.loading}</Loading>}
      <p role="status">{chosenRules.count(chosen.size)}</p>
      <ul className={`${screen['wide']} ${classes['checks']}`}>
        {[...first, ...others].map(({ id, key, name }) => (
          <li key={id}>
            <label>
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} /> <code>{key}</code> {name}
            </label>
          </li>
        ))}
      </ul>
      {found?.isWhole === false && <p className={screen['soft']}>{inbox.mostRows(first.length + others.length)}</p>}
    </AskDialog>
  );
}
