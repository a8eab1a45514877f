/** Every limit of the sockets, with its unit and its reason. */
export const socketLimits = {
  /** Rooms of one connection besides those it is in by itself. */
  rooms: 100,
  /** Connections of one organization to one process, and of all. */
  organizationConnections: 2_000,
  connections: 10_000,
  /** Bytes of one message of a client: a hundred names of rooms are 5 kB. */
  messageBytes: 16_384,
  /** Messages of one connection; a client that sends ten times as many is let go. */
  calls: { calls: 20, periodMs: 10_000 },
  flood: { calls: 200, periodMs: 10_000 },
  /** Bytes that wait for a client which does not read; beyond, it is let go and has to read what it missed. */
  waitingBytes: 4 * 2 ** 20,
  /** Bytes from which on it is sent nothing that a later event says better. */
  behindBytes: 65_536,
  /** Milliseconds between two looks for new events. */
  readMs: 250,
  /** Organizations that are told figures at once: a statement each, every few seconds. */
  figuredOrganizations: 50,
  /** Milliseconds for which a process says that it reads along, and after which it says so again. */
  listenMs: 300_000,
  listenAgainMs: 60_000,
  /** Milliseconds between two looks whether those who are connected still may be: for ends that nobody announces. */
  recheckMs: 15_000,
  /** People of a room that are told, and characters of their names: a message of all of them fits into one of the database. */
  presentPeople: 15,
  presentNameCharacters: 60,
  /** Bytes of what processes tell each other at once: the database takes 8,000. */
  presenceBytes: 7_000,
  /** Milliseconds between two signs of life of a process, and after which the people of a silent one are forgotten. */
  presenceBeatMs: 15_000,
  presenceMs: 45_000,
  /** Milliseconds a connection has to say who it is. */
  handshakeMs: 5_000,
  /** Connections that have not said who they are, of one address and of all; the oldest goes for the next. */
  handshakes: { perAddress: 200, all: 1_000 },
  /** Milliseconds a client has to close when the server stops. */
  closeMs: 1_000,
} as const;
