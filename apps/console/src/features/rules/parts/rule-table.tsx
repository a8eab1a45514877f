import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { loadCode } from '../../../data/load-code.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { useKeys } from '../../../shell/keys.js';
import type { SteadyRow } from '../../../shell/steady-rows.js';
import screen from '../../../shell/screen.module.css';
import { Badge } from '../../../ui/index.js';
import { ruleSigns } from '../model/rule-sign.js';
import { Sparkline } from './sparkline.js';

type Rule = components['schemas']['RuleRecordDto'];
type Figures = components['schemas']['StatsTotalsDto'];

const OfParent = lazy(async () => ({ default: (await loadCode(() => import('./matrix-filter.js'))).OfParent }));

interface RuleTableProps {
  /** Ids of the selected rules. */
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly rules: readonly SteadyRow<Rule>[];
  /** Absent while loading, or if they are not available. */
  readonly figures: ReadonlyMap<string, Figures> | undefined;
}

/** Rules of the parent organization cannot be changed together here. */
const isOwn = ({ row }: SteadyRow<Rule>): boolean => row.origin !== 'parent';

export function RuleTable({ rules, figures, chosen, onChoose }: RuleTableProps) {
  const text = useText().rules;
  const { columns } = text;
  const own = rules.filter(isOwn).map(({ row }) => row.id);
  const isAll = own.length > 0 && own.every((id) => chosen.has(id));
  const toggle = (id: string | undefined): void => {
    if (id === undefined || !own.includes(id)) return;
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  useKeys({ x: () => toggle(document.activeElement?.closest('tr')?.dataset['rule']) });
  return (
    <div className={screen['wide']} tabIndex={-1}>
      <table>
        <thead>
          <tr>
            <td>
              <input
                type="checkbox"
                aria-label={text.choose}
                checked={isAll}
                disabled={own.length === 0}
                onChange={() => onChoose(new Set(isAll ? [] : own))}
              />
            </td>
            <th scope="col">{text.status}</th>
            <th scope="col">{columns.rule}</th>
            <th scope="col">{columns.category}</th>
            {(
              [columns.score, columns.hits, columns.hitRate, columns.precision, columns.unknown, columns.time] as const
            ).map((column) => (
              <th key={column} scope="col" className={screen['number']}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rules.map(({ row, isGone }) => (
            <RuleRow
              key={row.id}
              rule={row}
              isGone={isGone}
              figures={figures?.get(row.id)}
              isChosen={chosen.has(row.id)}
              onToggle={() => toggle(row.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function HitsPerDay({ rule }: { readonly rule: Rule }) {
  const counts = (rule.stats?.['hitsPerDay'] ?? []) as readonly number[];
  return counts.length > 0 && <Sparkline counts={counts} />;
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly isGone: boolean;
  readonly figures: Figures | undefined;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

function RuleRow({ rule, isGone, figures, isChosen, onToggle }: RuleRowProps) {
  const text = useText().rules;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const share = (value: number | null | undefined): string => (value == null ? text.notYet : formats.share(value));
  const staged = rule.activeVersion != null && rule.version > rule.activeVersion;
  return (
    <tr data-gone={isGone || undefined} data-rule={rule.id} data-chosen={isChosen || undefined}>
      <td>
        {rule.origin !== 'parent' && (
          <input type="checkbox" aria-label={`${text.choose} ${rule.key}`} checked={isChosen} onChange={onToggle} />
        )}
      </td>
      <td>
        {rule.guardState?.status === 'tripped' ? (
          <Badge sign="⚠" tone="error">
            {text.paused}
          </Badge>
        ) : (
          <Badge {...ruleSigns[rule.status]}>{text.statuses[rule.status]}</Badge>
        )}
      </td>
      <td className={screen['wraps']}>
        <Link data-row to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: rule.id }}>
          {rule.key}
        </Link>{' '}
        <span>{rule.name}</span>{' '}
        {rule.origin === 'parent' && (
          <Suspense>
            <OfParent />
          </Suspense>
        )}
        {staged && <span className={screen['soft']}>({text.staged(rule.version)})</span>}
      </td>
      <td>{rule.category}</td>
      <td className={screen['number']}>{formats.number(rule.score)}</td>
      <td className={screen['number']}>
        <HitsPerDay rule={rule} />{' '}
        {figures ? (
          <Link
            to="/$organizationId/rules/$ruleId/health"
            params={{ organizationId, ruleId: rule.id }}
            aria-label={`${text.health}, ${rule.key}: ${formats.number(figures.hits)}`}
          >
            {formats.number(figures.hits)}
          </Link>
        ) : (
          text.notYet
        )}
      </td>
      <td className={screen['number']}>{share(figures?.hitRate)}</td>
      <td className={screen['number']}>{share(figures?.precision)}</td>
      <td className={screen['number']}>
        {figures?.unknowns ? (
          <Link
            to="/$organizationId/rules/$ruleId"
            params={{ organizationId, ruleId: rule.id }}
            search={{ unknowns: true }}
            aria-label={`${text.columns.unknown}, ${rule.key}: ${share(figures.unknownRate)}`}
          >
            {share(figures.unknownRate)}
          </Link>
        ) : (
          share(figures?.unknownRate)
        )}
      </td>
      <td className={screen['number']}>{share(figures?.latencyShare)}</td>
    </tr>
  );
}
