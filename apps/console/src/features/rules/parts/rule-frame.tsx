import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useMay, usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import { Loading } from '../../../ui/index.js';
import { ruleQuery } from '../queries.js';

type RuleRecord = components['schemas']['RuleRecordDto'];

interface Props {
  readonly ruleId: string;
  /** The title while the rule is not read. */
  readonly name: string;
  readonly title: (key: string) => string;
  readonly children: (rule: RuleRecord, readRule: () => void) => ReactNode;
}

/** A page about one rule: checks the permission, reads the rule and shows loading and failures. */
export function RuleFrame({ ruleId, name, title, children }: Props) {
  const { shell } = useText();
  const { organizationId } = usePlace();
  const rule = useQuery({ ...ruleQuery(organizationId, ruleId), enabled: useMay('rules:read') });
  const { data, error } = rule;
  const readRule = () => void rule.refetch();
  return (
    <Guarded title={data ? title(data.key) : name} permission="rules:read">
      {error && !data && <RecordFailure title={name} error={error} retry={readRule} screen="rules" />}
      {!error && !data && <Loading>{shell.loading}</Loading>}
      {data && children(data, readRule)}
    </Guarded>
  );
}
