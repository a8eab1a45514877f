import { plural } from '../plural.js';

/** The texts about what a parent organization shares with its children. */
export const sharing = {
  title: 'Shared with child organizations',
  choose: 'Choose child organizations …',
  chooseFor: (name: string) => `Share ${name}`,
  share: 'Share',
  shared: (name: string, count: number) =>
    count === 0
      ? `${name} is no longer shared`
      : `${name} is shared with ${count} ${plural('en', count, 'child', 'children')}`,
  kinds: {
    risk_matrix:
      'A child that starts using the matrix is also decided by its rules. Only this organization can change them.',
    data_list: 'Rules of a child that starts using the list can read it. Only this organization can change it.',
    webhook:
      'Events of a child that starts using the webhook are sent there too. Only this organization can change it.',
  },
  nothingChanged: 'nothing changed',
  none: 'Not shared with any child organization.',
  used: 'in use there',
  notUsed: 'not in use',
  since: (time: string) => `shared ${time}`,
  loses: (names: string) => `In use now, and lost at once by: ${names}`,
  inUse: 'A child has assigned this matrix to rules or types of records of its own.',
  inUseFirst: 'confirm it first',
  force: 'Take it back nevertheless',
  ofParent: 'The parent organization shares this.',
  usedHere: 'It is in use here.',
  notUsedHere: 'It is not in use here.',
  use: 'Start using it',
  stopUsing: 'Stop using it',
  nowUsed: (name: string) => `${name} is in use now`,
  noLongerUsed: (name: string) => `${name} is no longer in use`,
  waits: (name: string) => `${name} waits for a second person, in Approvals`,
  fromParent: 'Shared by the parent organization',
  what: 'Name',
  kind: 'Kind',
  kindNames: { risk_matrix: 'Risk matrix', data_list: 'List', webhook: 'Webhook' },
  sharedAt: 'Shared',
  state: 'State',
  actions: 'Actions',
};
