import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Field } from '../../../ui/index.js';
import { adminClasses, Choice, LeaveGuard } from '../../admin/index.js';
import { isSameSet } from '../model/rights.js';
import { type Right, type Role, useAccessChanged } from '../reads.js';
import { RightsGrid } from './rights-grid.js';

interface RoleFormProps {
  /** Absent for a new role. */
  readonly role: Role | undefined;
  readonly roles: readonly Role[];
  readonly refusal: string | null;
  /** Opens a role next to the list, or closes it for `null`. */
  readonly onOpen: (id: string | null) => void;
}

const none = '';

export function RoleForm({ role, roles, refusal, onOpen }: RoleFormProps) {
  const text = useAdminText().access;
  const { close } = useText().shell;
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(role?.permissions ?? []));
  const { save, remove, changed } = useRoleWork(role, onOpen);
  const isFixed = role?.isSystem === true || refusal !== null;
  const body = { name: name.trim(), description: description.trim(), permissions: [...chosen] as Right[] };
  const error = save.error ?? remove.error;
  // The form closes once the role is created or removed.
  const isOver = save.isPending || remove.isPending || remove.isSuccess || (!role && save.isSuccess);
  const isChanged =
    body.name !== (role?.name ?? '') ||
    body.description !== (role?.description ?? '') ||
    !isSameSet(chosen, role?.permissions ?? []);
  const lacksName = body.name === '' ? text.needsName : null;
  return (
    <form
      className={screen['panel']}
      aria-label={role?.name ?? text.newRole}
      onSubmit={(event) => {
        event.preventDefault();
        if (lacksName === null && !isFixed) save.mutate(body);
      }}
    >
      <h2>{role?.name ?? text.newRole}</h2>
      <LeaveGuard isChanged={isChanged && !isOver} isOfOpen />
      {role?.isSystem === true && <p>{text.standardTells}</p>}
      {!isFixed && (
        <div className={adminClasses['row']}>
          <Field label={text.name} maxLength={100} value={name} onChange={(event) => setName(event.target.value)} />
          <Field
            label={text.columns.about}
            maxLength={500}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
          <Choice
            label={text.startFrom}
            value={none}
            options={[[none, text.choose] as const, ...roles.map(({ id, name: of }) => [id, of] as const)]}
            onChange={(id) => setChosen(new Set(roles.find((each) => each.id === id)?.permissions ?? chosen))}
          />
        </div>
      )}
      <RightsGrid chosen={chosen} onChange={setChosen} isReadOnly={isFixed} />
      {error && <FailureNotice error={error} onReadAgain={() => void changed()} />}
      <Actions>
        {!isFixed && (
          <Button look="main" type="submit" refused={lacksName} disabled={save.isPending}>
            {role ? text.save : text.create}
          </Button>
        )}
        {!isFixed && role && (
          <Button disabled={remove.isPending} onClick={() => remove.mutate(role)}>
            {text.removeRole}
          </Button>
        )}
        <Button look="quiet" onClick={() => onOpen(null)}>
          {close}
        </Button>
      </Actions>
    </form>
  );
}

interface RoleBody {
  readonly name: string;
  readonly description: string;
  readonly permissions: Right[];
}

/** Creates, changes and removes roles. Restoring a removed role keeps its id. */
function useRoleWork(role: Role | undefined, onOpen: (id: string | null) => void) {
  const { organizationId, api } = useApi();
  const text = useAdminText().access;
  const changed = useAccessChanged(organizationId);
  const { did } = useUndo();
  const change = async (id: string, body: RoleBody & { readonly ifVersion?: number }): Promise<void> => {
    await answerOf(api.PATCH('/roles/{id}', { params: { path: { id } }, body }));
    await changed();
  };
  const drop = async (id: string): Promise<void> => {
    await answerOf(api.DELETE('/roles/{id}', { params: { path: { id } } }));
    await changed();
  };
  const restore = async (id: string): Promise<void> => {
    await answerOf(api.POST('/roles/{id}/restore', { params: { path: { id } } }));
    await changed();
  };
  const make = async (body: RoleBody): Promise<string> => {
    const { id } = (await answerOf(api.POST('/roles', { body }))).role;
    await changed();
    return id;
  };
  const save = useMutation({
    mutationFn: async (body: RoleBody) => {
      if (role) await change(role.id, { ...body, ifVersion: role.version });
      else onOpen(await make(body));
    },
    // Computed before the request, because the page already shows the new state when the request ends.
    onMutate: () =>
      role && {
        id: role.id,
        body: { name: role.name, description: role.description ?? '', permissions: role.permissions as Right[] },
      },
    onSuccess: (_, { name }, before) => {
      if (!before) return did(text.made(name), null);
      did(text.changed(name), async () => {
        await change(before.id, before.body);
        return text.changedBack(name);
      });
    },
  });
  const remove = useMutation({
    mutationFn: ({ id }: Role) => drop(id),
    onSuccess: (_, { id, name }) => {
      onOpen(null);
      did(text.removed(name), async () => {
        await restore(id);
        return text.putBack(name);
      });
    },
  });
  return { save, remove, changed };
}
