import { useMutation } from '@tanstack/react-query';
import type { components } from '@tamis/client';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { saveFile } from '../../../data/save-file.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { useApi, usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, buttonClass, FailureNotice, Loading } from '../../../ui/index.js';
import { ChangeTogether } from './change-together.js';
import type { Target } from './use-change-together.js';

type Rule = components['schemas']['RuleRecordDto'];

const dryRunKey = 'd';
const shadowKey = 's';

interface ChosenRulesProps {
  readonly rules: readonly Rule[];
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** What can be done with several rules at once. */
export function ChosenRules({ rules, onChoose }: ChosenRulesProps) {
  const text = useAdminText().chosenRules;
  const { shell } = useText();
  const { organizationId } = usePlace();
  const refusal = useRefusal();
  const exporting = useExport(rules);
  const [target, setTarget] = useState<Target | null>(null);
  const ids = rules.map(({ id }) => id);
  const needed = refusal('rules:publish');
  const navigate = useNavigate();
  const dryRun = { to: '/$organizationId/dry-runs/new', params: { organizationId }, search: { rules: ids } } as const;
  const mayRun = refusal('rules:execute') === null;
  useKeys({
    [dryRunKey]: () => mayRun && void navigate(dryRun),
    [shadowKey]: () => needed === null && setTarget('shadow'),
  });
  return (
    <div className={screen['filters']} role="toolbar" aria-label={text.title}>
      <strong role="status">{text.count(rules.length)}</strong>
      {mayRun && (
        <Link className={buttonClass} {...dryRun}>
          {text.dryRun} <kbd>{dryRunKey}</kbd>
        </Link>
      )}
      <Button disabled={exporting.isPending} onClick={() => exporting.mutate()}>
        {text.export}
      </Button>
      {(['shadow', 'inactive'] as const).map((each) => (
        <Button key={each} refused={needed && shell.needs(needed)} onClick={() => setTarget(each)}>
          {text.ask[each]} {each === 'shadow' && <kbd>{shadowKey}</kbd>}
        </Button>
      ))}
      <Button look="quiet" onClick={() => onChoose(new Set())}>
        {text.clear}
      </Button>
      {exporting.isPending && <Loading>{shell.loading}</Loading>}
      {exporting.error && <FailureNotice error={exporting.error} />}
      {target && (
        <ChangeTogether
          rules={rules}
          target={target}
          onChoose={(kept) => onChoose(new Set(kept))}
          onClose={() => setTarget(null)}
        />
      )}
    </div>
  );
}

function useExport(rules: readonly Rule[]) {
  const { api } = useApi();
  return useMutation({
    mutationFn: async () => {
      const query = { ruleIds: rules.map(({ id }) => id).join(',') };
      const source = await answerOf(api.GET('/rules/export', { params: { query }, parseAs: 'text' }));
      saveFile('rules.rules', new Blob([String(source)], { type: 'text/plain' }));
    },
  });
}
