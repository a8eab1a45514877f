import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { ruleSetsQuery } from '../../releases/index.js';

/** Only the latest ones are shown, because a long import can have used many. */
const shownSets = 10;
/** The number of characters of the hash in the name of a set: enough to distinguish sets. */
const shownOfSet = 11;

/** Shows the rule sets that decided on the rows, in order, each with a link. */
export function RuleSets({ versions }: { readonly versions: readonly string[] }) {
  const text = useAdminText().imports;
  const earlier = versions.slice(0, -shownSets);
  return (
    <>
      {earlier.length > 0 && (
        <details>
          <summary>{text.earlierSets(earlier.length)}</summary>
          <Sets versions={earlier} />
        </details>
      )}
      <Sets versions={versions.slice(-shownSets)} />
    </>
  );
}

function Sets({ versions }: { readonly versions: readonly string[] }) {
  const text = useText().releases;
  const { organizationId, permissions } = usePlace();
  const mayRead = permissions.includes('rules:read');
  const { data } = useQuery({ ...ruleSetsQuery(organizationId), enabled: mayRead });
  const nameOf = (version: string): string => {
    const known = data?.ruleSets.find((set) => set.version === version);
    return known ? text.set(known.number) : version.slice(0, shownOfSet);
  };
  return versions.map((version, index) => (
    <span key={version} title={version} data-set>
      {index > 0 && ' → '}
      {mayRead ? (
        <Link to="/$organizationId/rules/sets" params={{ organizationId }} search={{ version }}>
          {nameOf(version)}
        </Link>
      ) : (
        nameOf(version)
      )}
    </span>
  ));
}
