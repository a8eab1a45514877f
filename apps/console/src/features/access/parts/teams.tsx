import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Team, teamsQuery } from '../../../data/teams.js';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, FailureNotice, Field } from '../../../ui/index.js';
import { AskDialog, Choice, ConfirmDialog } from '../../admin/index.js';
import type { Member } from '../reads.js';
import { useTeamWork } from './use-team-work.js';

interface TeamsProps {
  readonly members: readonly Member[];
  readonly refusal: string | null;
}

/** Groups of members who share work, shown below the members themselves. */
export function Teams({ members, refusal }: TeamsProps) {
  const text = useAdminText().access;
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(teamsQuery(organizationId));
  const { make } = useTeamWork();
  const [isMaking, setMaking] = useState(false);
  return (
    <section aria-label={text.teams}>
      <div className={screen['head']}>
        <h2>{text.teams}</h2>
        <Button refused={refusal} onClick={() => setMaking(true)}>
          {text.newTeam}
        </Button>
      </div>
      <p className={screen['soft']}>{text.teamsTell}</p>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {data && data.length > 0 && (
        <div className={screen['wide']}>
          <table>
            <thead>
              <tr>
                <th scope="col">{text.name}</th>
                <th scope="col">{text.columns.members}</th>
                <th scope="col">{text.columns.actions}</th>
              </tr>
            </thead>
            <tbody>
              {data.map((team) => (
                <TeamRow key={team.id} team={team} members={members} refusal={refusal} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {isMaking && (
        <NameDialog
          title={text.newTeam}
          label={text.makeTeam}
          name=""
          work={make}
          onSend={(name) => make.mutate(name, { onSuccess: () => setMaking(false) })}
          onClose={() => setMaking(false)}
        />
      )}
    </section>
  );
}

const nameOf = ({ displayName, email }: Member): string => displayName || email;

/** Members of a team, and those who can be added. */
function TeamMembers({ team, members, refusal }: TeamsProps & { readonly team: Team }) {
  const text = useAdminText().access;
  const { join } = useTeamWork();
  const inside = members.filter(({ teams }) => teams.some(({ id }) => id === team.id));
  const others = members.filter((member) => !inside.includes(member));
  const set = (memberId: string, isIn: boolean): void => join.mutate({ team, memberId, isIn });
  return (
    <>
      {inside.map((member) => (
        <span key={member.id}>
          {nameOf(member)}{' '}
          {refusal === null && (
            <Button
              look="quiet"
              aria-label={text.takeOut(nameOf(member), team.name)}
              onClick={() => set(member.id, false)}
            >
              ×
            </Button>
          )}
        </span>
      ))}
      {refusal === null && others.length > 0 && (
        <Choice
          isBare
          label={text.addTo(team.name)}
          value=""
          disabled={join.isPending}
          options={[['', text.choose], ...others.map((member) => [member.id, nameOf(member)] as const)]}
          onChange={(id) => id !== '' && set(id, true)}
        />
      )}
      {join.error && <FailureNotice error={join.error} />}
    </>
  );
}

function TeamRow({ team, members, refusal }: TeamsProps & { readonly team: Team }) {
  const text = useAdminText().access;
  const { rename, remove } = useTeamWork();
  // The team as it was shown when the dialog was opened.
  const [asked, setAsked] = useState<{ readonly what: 'rename' | 'remove'; readonly team: Team } | null>(null);
  const close = (): void => setAsked(null);
  return (
    <tr data-team={team.name}>
      <td>{team.name}</td>
      <td>
        <TeamMembers team={team} members={members} refusal={refusal} />
      </td>
      <td>
        {refusal === null && (
          <>
            <Button
              look="quiet"
              aria-label={text.renameWho(team.name)}
              onClick={() => setAsked({ what: 'rename', team })}
            >
              {text.rename}
            </Button>
            <Button
              look="quiet"
              aria-label={text.removeWho(team.name)}
              onClick={() => setAsked({ what: 'remove', team })}
            >
              {text.remove}
            </Button>
          </>
        )}
        {asked?.what === 'rename' && (
          <NameDialog
            title={text.renameWho(team.name)}
            label={text.save}
            name={asked.team.name}
            work={rename}
            onSend={(to) => rename.mutate({ team: asked.team, to }, { onSuccess: close })}
            onClose={close}
          />
        )}
        {asked?.what === 'remove' && (
          <ConfirmDialog
            title={text.removeWho(team.name)}
            tells={text.removeTeamTells}
            name={team.name}
            label={text.remove}
            error={remove.error}
            isPending={remove.isPending}
            onSend={() => remove.mutate(team, { onSuccess: close })}
            onClose={close}
          />
        )}
      </td>
    </tr>
  );
}

interface NameProps {
  readonly title: string;
  readonly label: string;
  readonly name: string;
  readonly work: { readonly error: unknown; readonly isPending: boolean };
  readonly onSend: (name: string) => void;
  readonly onClose: () => void;
}

function NameDialog({ title, label, name, work, onSend, onClose }: NameProps) {
  const text = useAdminText().access;
  const [typed, setTyped] = useState(name);
  return (
    <AskDialog
      {...{ title, label, onClose }}
      error={work.error}
      isPending={work.isPending}
      refused={typed.trim() === '' ? text.needsName : null}
      onSend={() => onSend(typed.trim())}
    >
      <Field label={text.name} maxLength={100} value={typed} onChange={(event) => setTyped(event.target.value)} />
    </AskDialog>
  );
}
