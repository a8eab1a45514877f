import { Presence, type PresenceMessage, type PresentPerson } from './domain/presence.js';
import { socketLimits } from './domain/socket-limits.js';

const rule = { organizationId: 'own', room: 'rule:1' };
const ana = { userId: 'a', name: 'Ana' };
const bo = { userId: 'b', name: 'Bo' };

/** Connects processes that receive each other's messages. With `lose`, current messages are not received. */
function connect(...names: readonly string[]) {
  const changes: string[] = [];
  const processes = names.map((name) => new Presence(name, ({ room }) => void changes.push(`${name} ${room}`)));
  const said: PresenceMessage[] = [];
  const settle = (nowMs = 0): void => {
    for (let isQuiet = false; !isQuiet;) {
      isQuiet = true;
      for (const each of processes)
        for (let next; (next = each.nextMessage(7_000)) !== null;) {
          isQuiet = false;
          said.push(next);
          if (said.length > 100) throw new Error('they never end to tell each other');
          for (const other of processes) other.hear(JSON.parse(JSON.stringify(next)) as PresenceMessage, nowMs);
        }
    }
  };
  return { processes, changes, said, settle };
}

const names = (people: readonly PresentPerson[]): readonly string[] => people.map(({ name }) => name);

describe('record presence', () => {
  it('is known in every process where somebody has the record open, once per person for all tabs', () => {
    const { processes, settle } = connect('one', 'two', 'three');
    const [one, two, three] = processes as [Presence, Presence, Presence];
    const tabs = [{}, {}, {}] as const;
    one.enter(rule, tabs[0], ana);
    two.enter(rule, tabs[1], bo);
    two.enter(rule, tabs[2], ana);
    settle();
    expect([one, two, three].map((each) => names(each.peopleIn(rule)))).toEqual([['Ana', 'Bo'], ['Ana', 'Bo'], []]);
    two.leave(rule, tabs[2]);
    settle();
    expect(names(two.peopleIn(rule))).toEqual(['Ana', 'Bo']);
    two.leave(rule, tabs[1]);
    settle();
    expect(names(one.peopleIn(rule))).toEqual(['Ana']);
    expect(two.isEmpty).toBe(true);
  });

  it('is not known to another organization or in the room of another record', () => {
    const { processes, settle } = connect('one', 'two');
    const [one, two] = processes as [Presence, Presence];
    one.enter(rule, {}, ana);
    two.enter({ ...rule, organizationId: 'other' }, {}, bo);
    two.enter({ ...rule, room: 'rule:2' }, {}, bo);
    settle();
    expect(names(one.peopleIn(rule))).toEqual(['Ana']);
    expect(names(two.peopleIn({ ...rule, organizationId: 'other' }))).toEqual(['Bo']);
  });

  it('is announced only when it changes', () => {
    const { processes, changes, settle } = connect('one', 'two');
    const [one, two] = processes as [Presence, Presence];
    one.enter(rule, {}, ana);
    settle();
    one.enter(rule, {}, ana);
    settle();
    expect(changes).toEqual(['one rule:1']);
    two.enter(rule, {}, bo);
    settle();
    expect(changes.slice(1).sort()).toEqual(['one rule:1', 'two rule:1', 'two rule:1']);
  });

  it('is requested again after a missed message', () => {
    const { processes, settle } = connect('one', 'two');
    const [one, two] = processes as [Presence, Presence];
    const tab = {};
    one.enter(rule, tab, ana);
    two.enter(rule, {}, bo);
    settle();
    one.leave(rule, tab);
    one.enter(rule, {}, { userId: 'c', name: 'Cy' });
    // Received by nobody.
    while (one.nextMessage(7_000) !== null);
    expect(names(two.peopleIn(rule))).toEqual(['Ana', 'Bo']);
    two.hear(one.signOfLife(), 0);
    settle();
    expect(names(two.peopleIn(rule))).toEqual(['Bo', 'Cy']);
  });

  it('removes the people of a process that stops or goes silent', () => {
    const { processes, settle } = connect('one', 'two', 'three');
    const [one, two, three] = processes as [Presence, Presence, Presence];
    one.enter(rule, {}, ana);
    two.enter(rule, {}, bo);
    three.enter(rule, {}, { userId: 'c', name: 'Cy' });
    settle(1_000);
    one.hear(three.signOfLife({ isGone: true }), 1_000);
    expect(names(one.peopleIn(rule))).toEqual(['Ana', 'Bo']);
    one.forgetSilent(1_000 + socketLimits.presenceMs);
    expect(names(one.peopleIn(rule))).toEqual(['Ana', 'Bo']);
    one.forgetSilent(1_001 + socketLimits.presenceMs);
    expect(names(one.peopleIn(rule))).toEqual(['Ana']);
  });

  it('limits the number of people per record and the size of messages', () => {
    const { processes, said, settle } = connect('one', 'two');
    const [one, two] = processes as [Presence, Presence];
    const name = '\u0001'.repeat(socketLimits.presentNameCharacters);
    for (let index = 0; index < 40; index += 1)
      for (const room of ['rule:1', 'rule:2', 'case:3'])
        one.enter({ ...rule, room }, {}, { userId: `${index}`.padStart(36, '0'), name });
    two.enter(rule, {}, ana);
    settle();
    expect(two.peopleIn(rule)).toHaveLength(socketLimits.presentPeople);
    expect(said.length).toBeGreaterThan(3);
    for (const each of said) expect(Buffer.byteLength(JSON.stringify(each))).toBeLessThan(8_000);
  });
});
