import { Link, useNavigate } from '@tanstack/react-router';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { usePlace } from '../../../shell/place.js';
import { buttonClass } from '../../../ui/index.js';
import classes from '../case.module.css';
import { type CaseFile, caseParties } from '../model/case-timeline.js';
import { PartyName } from './work-list.js';

/** Shows the parties that a case is about, with the picture of what links them. */
export function CaseParties({ file }: { readonly file: CaseFile }) {
  const text = useText();
  const { work } = useAdminText();
  const formats = useFormats();
  const navigate = useNavigate();
  const { organizationId, permissions } = usePlace();
  const parties = caseParties(file);
  const [first, ...others] = parties;
  const mayRead = permissions.includes('entities:read');
  const graph = first &&
    mayRead && {
      to: '/$organizationId/parties/$entityId/graph' as const,
      params: { organizationId, entityId: first.id },
      search: others.length === 0 ? {} : { open: others.map(({ id }) => id) },
    };
  useKeys(graph ? { 'g g': () => void navigate(graph) } : {});
  if (!first) return null;
  return (
    <section className={classes['panel']} aria-label={text.parties.title}>
      <h2>
        {text.parties.title} ({formats.number(parties.length)})
      </h2>
      <ul className={classes['alerts']} data-case-parties>
        {parties.map(({ id, name, alerts }) => (
          <li key={id}>
            <span>
              {mayRead ? (
                <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: id }}>
                  {name ?? <PartyName id={id} />}
                </Link>
              ) : (
                (name ?? id.slice(0, 8))
              )}{' '}
              {alerts > 0 && work.alertCount(alerts)}
            </span>
          </li>
        ))}
      </ul>
      {graph && (
        <p>
          <Link className={buttonClass} {...graph}>
            {text.parties.graph} <kbd>g g</kbd>
          </Link>
        </p>
      )}
    </section>
  );
}
