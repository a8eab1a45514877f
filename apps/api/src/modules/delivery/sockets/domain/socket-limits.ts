/** Every limit of the sockets, with its unit and its reason. */
export const socketLimits = {
  /** Maximum rooms of one connection in addition to the automatic ones. */
  rooms: 100,
  /** Maximum connections of one organization to one process, and of all. */
  organizationConnections: 2_000,
  connections: 10_000,
  /** Maximum bytes of a client's message: a hundred names of rooms take 5 kB. */
  messageBytes: 16_384,
  /** Rate of messages of one connection. A client that sends ten times as many is disconnected. */
  calls: { calls: 20, periodMs: 10_000 },
  flood: { calls: 200, periodMs: 10_000 },
  /** Maximum bytes waiting for a client that does not read. Beyond it, the client is disconnected and must read what it missed. */
  waitingBytes: 4 * 2 ** 20,
  /** Bytes from which a client no longer receives events that a later one supersedes. */
  behindBytes: 65_536,
  /** Milliseconds between two reads of new events. */
  readMs: 250,
  /** Organizations whose figures are computed at the same time. Each requires a query every few seconds. */
  figuredOrganizations: 50,
  /** Milliseconds for which a process registers as a listener, and after which it renews that. */
  listenMs: 300_000,
  listenAgainMs: 60_000,
  /** Milliseconds between two checks whether connections are still permitted, for expirations that are not announced. */
  recheckMs: 15_000,
  /** Maximum people reported for a room, and characters of their names, so that all fit into one database notification. */
  presentPeople: 15,
  presentNameCharacters: 60,
  /** Maximum bytes of one message between processes. The database accepts 8,000. */
  presenceBytes: 7_000,
  /** Milliseconds between two heartbeats of a process, and after which the people of a silent process are removed. */
  presenceBeatMs: 15_000,
  presenceMs: 45_000,
  /** Milliseconds within which a connection must authenticate. */
  handshakeMs: 5_000,
  /** Maximum unauthenticated connections, of one address and of all. The oldest is closed to make room for the next. */
  handshakes: { perAddress: 200, all: 1_000 },
  /** Milliseconds a client has to close when the server stops. */
  closeMs: 1_000,
} as const;
