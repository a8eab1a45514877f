import { useNavigate, useParams } from '@tanstack/react-router';
import { applyTheme, changeSettings, type Settings } from '../data/browser-storage.js';
import type { Session } from '../data/session.js';
import { settingsPages } from './settings-pages.js';
import { useAdminText } from '../i18n/admin.js';
import { type Language, languages } from '../i18n/languages.js';
import { useReader } from '../i18n/reader.js';
import { usePlace } from './place.js';
import { openScreens } from './screens.js';

export interface Command {
  readonly id: string;
  readonly name: string;
  /** The kind of a record. */
  readonly kind?: string;
  readonly act: () => void;
}

/** What the frame of the page does itself. */
export interface ShellActs {
  readonly session: Session;
  /** Whether an action can be undone. */
  readonly mayUndo: boolean;
  readonly undo: () => void;
  readonly copyLink: () => void;
  readonly showKeys: () => void;
  readonly changePassword: () => void;
  readonly signOut: (where: 'here' | 'everywhere') => void;
}

/** Returns all commands that the person may use on this page: those of the open record first. */
export function useCommands(acts: ShellActs): readonly Command[] {
  const ofRecord = useRecordCommands();
  const ofWork = useWorkCommands();
  const ofPages = usePageCommands();
  const ofPlaces = useOrganizationCommands(acts.session);
  return [...ofRecord, ...ofWork, ...ofPages, ...ofPlaces, ...useFrameCommands(acts), ...useReaderCommands()];
}

/** Commands for the record in the address. */
function useRecordCommands(): readonly Command[] {
  const text = useAdminText().commands;
  const navigate = useNavigate();
  const { organizationId, permissions } = usePlace();
  const { ruleId, entityId } = useParams({ strict: false });
  const commands: Command[] = [];
  const add = (name: string, go: () => unknown): void => void commands.push({ id: name, name, act: () => void go() });
  if (ruleId !== undefined && permissions.includes('rules:read')) {
    const params = { organizationId, ruleId };
    const ofRule = { params: { organizationId }, search: { rule: ruleId } };
    if (permissions.includes('rules:publish'))
      add(text.ofRule.release, () =>
        navigate({ to: '/$organizationId/rules/$ruleId', params, search: { release: true } }),
      );
    if (permissions.includes('rules:execute')) {
      add(text.ofRule.dryRun, () => navigate({ to: '/$organizationId/dry-runs/new', ...ofRule }));
      add(text.ofRule.lab, () => navigate({ to: '/$organizationId/lab/new', ...ofRule }));
    }
    add(text.ofRule.health, () => navigate({ to: '/$organizationId/rules/$ruleId/health', params }));
    add(text.ofRule.history, () => navigate({ to: '/$organizationId/rules/$ruleId/history', params }));
  }
  if (entityId !== undefined && permissions.includes('entities:read'))
    add(text.graph, () =>
      navigate({ to: '/$organizationId/parties/$entityId/graph', params: { organizationId, entityId } }),
    );
  return commands;
}

/** What can be started from anywhere, because its form has an address. */
const work = [
  { name: 'createRule', to: '/$organizationId/rules/new', permission: 'rules:create' },
  { name: 'runDryRun', to: '/$organizationId/dry-runs/new', permission: 'rules:execute' },
  { name: 'openLab', to: '/$organizationId/lab/new', permission: 'rules:execute' },
  { name: 'import', to: '/$organizationId/operate/imports/new', permission: 'batch:read' },
  { name: 'createList', to: '/$organizationId/lists', permission: 'data_lists:create', search: { ask: 'new' } },
  {
    name: 'createMatrix',
    to: '/$organizationId/settings/matrices',
    permission: 'risk_matrices:create',
    search: { ask: 'new' },
  },
  {
    name: 'createWebhook',
    to: '/$organizationId/operate/webhooks',
    permission: 'webhooks:create',
    search: { ask: 'new' },
  },
  { name: 'createKey', to: '/$organizationId/settings/keys', permission: 'api_keys:manage', search: { open: 'new' } },
  { name: 'createRole', to: '/$organizationId/settings/roles', permission: 'roles:manage', search: { open: 'new' } },
] as const;

function useWorkCommands(): readonly Command[] {
  const text = useAdminText().commands.actions;
  const navigate = useNavigate();
  const { organizationId, permissions, environment } = usePlace();
  return (
    work
      .filter(({ permission }) => permissions.includes(permission))
      // Sandboxes share their roles with production, where they are changed.
      .filter(({ name }) => name !== 'createRole' || environment === 'production')
      .map(({ name, to, ...more }) => ({
        id: name,
        name: text[name],
        act: () => void navigate({ to, params: { organizationId }, search: 'search' in more ? more.search : {} }),
      }))
  );
}

/** Pages that are neither in the menu nor in the settings. */
const others = [
  { name: 'approvals', path: '/$organizationId/rules/approvals', permission: 'rules:publish' },
  { name: 'sets', path: '/$organizationId/rules/sets', permission: 'rules:read' },
  { name: 'parameters', path: '/$organizationId/rules/params', permission: 'rules:read' },
  { name: 'files', path: '/$organizationId/rules/files', permission: 'rules:read' },
  { name: 'blocks', path: '/$organizationId/lists/blocks', permission: 'data_lists:read' },
  { name: 'recent', path: '/$organizationId/recent', permission: null },
] as const;

function usePageCommands(): readonly Command[] {
  const { shell } = useReader().text;
  const { settings, commands: text } = useAdminText();
  const navigate = useNavigate();
  const { organizationId, permissions } = usePlace();
  const params = { organizationId };
  const isOpen = ({ permission }: { readonly permission: string | null }): boolean =>
    permission === null || permissions.includes(permission);
  const screens = openScreens(permissions).map(({ name, path }) => ({
    id: name,
    name: text.go(shell.screens[name]),
    act: () => void navigate({ to: path, params }),
  }));
  const more = others.filter(isOpen).map(({ name, path }) => ({
    id: name,
    name: text.actions[name],
    act: () => void navigate({ to: path, params }),
  }));
  const pages = settingsPages.filter(isOpen).map(({ name, path }) => ({
    id: `settings ${name}`,
    name: text.go(`${settings.menu}: ${settings.pages[name]}`),
    act: () => void navigate({ to: path, params }),
  }));
  return [...screens, ...more, ...pages];
}

function useOrganizationCommands({ organizations }: Session): readonly Command[] {
  const { shell } = useReader().text;
  const text = useAdminText().commands;
  const navigate = useNavigate();
  const { organizationId: here } = usePlace();
  return organizations
    .filter(({ organizationId }) => organizationId !== here)
    .map(({ organizationId, name, environment }) => ({
      id: organizationId,
      name: text.switchTo(`${name} · ${shell[environment]}`),
      act: () => void navigate({ to: '/$organizationId', params: { organizationId } }),
    }));
}

function useFrameCommands(acts: ShellActs): readonly Command[] {
  const { shell } = useReader().text;
  const { actions: text } = useAdminText().commands;
  return [
    ...(acts.mayUndo ? [{ id: 'undo', name: text.undo, act: acts.undo }] : []),
    { id: 'copy', name: text.copyLink, act: acts.copyLink },
    { id: 'keys', name: text.keys, act: acts.showKeys },
    { id: 'password', name: shell.changePassword, act: acts.changePassword },
    { id: 'out', name: shell.signOut, act: () => acts.signOut('here') },
    { id: 'out everywhere', name: shell.signOutEverywhere, act: () => acts.signOut('everywhere') },
  ];
}

/** Language and colours. */
function useReaderCommands(): readonly Command[] {
  const { text, language, choose } = useReader();
  const setTheme = (theme: Settings['theme']): void => {
    changeSettings({ theme });
    applyTheme(theme);
  };
  return [
    ...(Object.keys(languages) as Language[])
      .filter((each) => each !== language)
      .map((each) => ({
        id: each,
        name: `${text.shell.language}: ${languages[each]}`,
        act: () => choose(each),
      })),
    ...(Object.keys(text.shell.themes) as Settings['theme'][]).map((each) => ({
      id: each,
      name: `${text.shell.theme}: ${text.shell.themes[each]}`,
      act: () => setTheme(each),
    })),
  ];
}
