import type { ComponentProps } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { FilterChoice, FilterField } from '../../../shell/filter-field.js';
import { ruleMatricesQuery } from '../queries.js';

interface MatrixFilterProps {
  readonly value: string | undefined;
  readonly onChange: (matrix: string | undefined) => void;
}

/** Filters rules by matrix. Says so if the parent organization shares some rules, since no list of own rules contains them. */
export function MatrixFilter({ value, onChange }: MatrixFilterProps) {
  const { sharedRules: text, matrices } = useAdminText();
  const { organizationId } = usePlace();
  const { data = [] } = useQuery(ruleMatricesQuery(organizationId));
  const shared = data.filter(({ origin }) => origin === 'parent');
  if (data.length === 0) return null;
  const names = data.map(
    ({ id, name, origin }) => [id, origin === 'parent' ? `${name} (${matrices.ofParent})` : name] as const,
  );
  return (
    <>
      <FilterChoice
        label={text.matrix}
        any={text.anyMatrix}
        value={value}
        values={data.map(({ id }) => id)}
        texts={Object.fromEntries(names)}
        onChange={onChange}
      />
      {shared.length > 0 && value === undefined && (
        <p data-shares>
          {text.shares}{' '}
          {shared.map(({ id, name, ruleCount }, index) => (
            <span key={id}>
              {index > 0 && ', '}
              <Link to="/$organizationId/rules" params={{ organizationId }} search={{ matrix: id }}>
                {text.counted(name, ruleCount)}
              </Link>
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** Filters rules by owner, as rules name them. */
export function OwnerFilter(props: Omit<ComponentProps<typeof FilterField>, 'label'>) {
  return <FilterField {...props} label={useAdminText().chosenRules.owner} />;
}

/** Shown next to the name of a rule that the parent organization shares. */
export function OfParent() {
  return <span className={screen['soft']}>({useAdminText().matrices.ofParent})</span>;
}
