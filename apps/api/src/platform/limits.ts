/** Every limit of the HTTP interface, with its unit and its reason. */
export const limits = {
  /** Bytes of one request body; batch routes raise it for themselves. */
  bodyBytes: 1_048_576,
  /** Bytes of one body of whoever needs no key: an address, a password, a name. */
  anonymousBodyBytes: 16_384,
  /** Bytes of an answer from which on its memory is used again, and bytes that are kept for that: of a hundred answers of a hundred rules. */
  reusedResponse: { minBytes: 32_768, maxPooledBytes: 32 * 2 ** 20 },
  /** Levels of nesting in a JSON body: far above any honest record, far below what ends in a stack overflow. */
  jsonDepth: 64,
  /** Members of one object in a JSON body: as many as a file may have columns. */
  jsonMembers: 2_000,
  /** Bytes that a route reads at most for each value that a body may hold: honest ones are longer, and each costs memory and checks. */
  jsonBytesPerValue: 16,
  /** Characters of one number in a body: no amount needs them, and the database takes no more than some thousand. */
  jsonNumberCharacters: 100,
  /** Characters of one path parameter; an external id of 255 characters may be percent-encoded. */
  pathParameterCharacters: 2_400,
  /** Characters of a caller's `X-Request-Id`. */
  requestIdCharacters: 64,
  /** Printable characters of an `Idempotency-Key`. */
  idempotencyKeyCharacters: 255,
  /**
   * Milliseconds after which a request with a key that goes on beside the database may be sent again where its process was not heard of, and
   * between two signs of its life.
   */
  idempotencyLeaseMs: 30_000,
  idempotencyBeatMs: 10_000,
  /** Milliseconds for which a request waits for a connection to the database where its organization has as many as it may. */
  connectionWaitMs: 10_000,
  /** Milliseconds between two removals of answers that are no longer given again. */
  idempotencySweepMs: 60_000,
  /** Milliseconds between two looks for API keys that have expired. */
  expiredKeysSweepMs: 60_000,
  /** Rows of one such removal. */
  idempotencySweepRows: 1_000,
  /** Milliseconds between two removals of parts of windows that hold no more, and rows of one statement. */
  windowPartsClearMs: 3_600_000,
  windowPartsClearRows: 10_000,
  /** Currency rates of one load. */
  ratesPerRequest: 5_000,
  /** What one unit of a currency may be worth in another. */
  smallestRate: 1e-12,
  largestRate: 1e12,
  /** Milliseconds between two looks whether rates are to be fetched, and seconds that whoever fetches them may take. */
  rateFetchLookMs: 60_000,
  rateFetchLeaseSeconds: 120,
  /** Lines of a register's file that one transaction stores, and rows of one company that are read. */
  registerBatch: 2_000,
  registerRowsOfKey: 1_000,
  /** Entries and changes of a list that one transaction stores, and bytes of a part of what it is searched by. */
  watchlistBatch: 2_000,
  watchlistChunkBytes: 4_194_304,
  /** Megabytes of the heap of a thread that reads a list: the index of a million entries is made there. */
  watchlistThreadMb: 4_096,
  /** Milliseconds between two looks for versions of lists that others have loaded; a notice comes at once where none is lost. */
  watchlistLookMs: 60_000,
  /** What one file of a list may be, and how long it may take; that of a list of all lists, more. */
  watchlistDownload: { maxBytes: 536_870_912, timeoutMs: 300_000 },
  largeWatchlistDownload: { maxBytes: 4_294_967_296, timeoutMs: 1_800_000 },
  /** Milliseconds for which whoever fetches a list has not to say that they still do, and after which they say so. */
  watchlistFetchLease: { leaseMs: 30_000, renewMs: 10_000 },
  /** Hours after which nobody takes it for granted that a list is the newest. */
  watchlistStaleHours: 48,
  /** Characters of the name of a list, and lists that an organization holds to an ownership rule of their own. */
  watchlistNameCharacters: 64,
  ownershipRulesOfLists: 100,
  /** Names on the own lists of an organization that are screened against. */
  ownListEntries: 5_000,
  /** Own lists that a process keeps searchable. */
  ownListsKept: 50,
  /** Milliseconds between two looks for entities that are to be screened again, and how many are at once, for how many seconds. */
  monitoringLookMs: 60_000,
  monitoringBatch: 100,
  monitoringLeaseSeconds: 120,
  /** Failures after which a hit is recorded without rules, which have failed each time. */
  monitoringRuleFailures: 5,
  /** Changed entries of a newer version that are compared with everybody who is watched; of more, everybody is screened again. */
  monitoringChanges: 5_000,
  /** People who are compared with them at once. */
  monitoringParties: 5_000,
  /** Milliseconds between two looks for companies whose owners are to be worked out, and how many are at once, for how many seconds. */
  ownershipLookMs: 10_000,
  ownershipBatch: 20,
  ownershipLeaseSeconds: 120,
  /** Changes that are gone through at once. */
  ownershipChanges: 1_000,
  /** Entities of one graph of owners: what is farther away is left out, and that is told. */
  ownershipEntities: 2_000,
  /** Entities and shares of one up to which it is worked out where everybody waits, in some milliseconds; of more, in a thread. */
  ownershipEntitiesHere: 100,
  /** Beneficial owners that rules read of one company. */
  ownershipFactOwners: 200,
  /** Nodes of one graph of a party, neighbours of each node at most and unless somebody asks, and payments of each that are added up. */
  graphNodes: 150,
  graphNeighbours: 50,
  graphUsualNeighbours: 20,
  graphPayments: 2_000,
  /** Days of payments in it, unless somebody asks. */
  graphDays: 365,
  /** Characters of one search over all records, and what it answers of each kind. */
  searchCharacters: 100,
  searchOfKind: 6,
  /** Days for which entries of versions that were replaced can be read: replays ask for them. */
  watchlistKeptDays: 730,
  /** Days after which newest rates are told of as too old: as many as an organization goes by them unless it says otherwise. */
  rateStaleDays: 4,
  /** Milliseconds for which a process goes by the currency settings it has read, and of how many organizations. */
  currencySettingsMs: 60_000,
  currencySettingsKept: 10_000,
  /** Rows of one page. */
  pageRows: 100,
  defaultPageRows: 50,
  /** Rows of one page of list items. */
  listItemPageRows: 50_000,
  /** Items that are read and written as JSON in one turn, so that nobody waits for a large page. */
  listItemsAtOnce: 200,
  /** Items of one list that a run takes along to search them itself. */
  listItemsInFacts: 5_000,
  /** Lists whose content comes with a record that is sent to rules, items of each, and rates of currencies beside them. */
  givenLists: 20,
  givenListItems: 1_000,
  givenRates: 100,
  /**
   * Conditions on sensitive fields that somebody who may not see these tries on one record, and days after which he may go on: a few
   * rules are worked out with them, and no document number is found digit by digit.
   */
  sensitiveQuestions: { perRecord: 50, days: 30 },
  /** Rows; deeper pages cost the database as much as all pages before them, so they need a cursor. */
  pageOffset: 10_000,
  /** Rows up to which `pagination.total` is counted; above, it is estimated. */
  exactCount: 10_000,
  /** Milliseconds a cursor lives. */
  cursorLifeMs: 24 * 60 * 60 * 1000,
  /** Milliseconds an API key look-up is kept, so that a revocation holds everywhere within a second. */
  apiKeyCacheMs: 1_000,
  /** API keys in that cache; beyond, those go that were used longest ago. */
  apiKeyCacheEntries: 10_000,
  /** Milliseconds a key or a session that does not exist is not asked for again, and how many of them are remembered. */
  unknownCredentialMs: 60_000,
  unknownCredentialEntries: 10_000,
  /**
   * Look-ups of keys and sessions that this process has never seen: of one address, those that find nothing in a window; of all, those
   * that are under way and those that wait; addresses that are remembered.
   */
  unknownLookups: { perWindow: 60, windowMs: 60_000, running: 4, waiting: 1_000, networks: 10_000 },
  /** Milliseconds between two writes of a key's `lastUsedAt`. */
  apiKeyUseWriteMs: 60_000,
  /** Requests of one person in a minute, over all of their sessions. */
  personRequestsPerMinute: 600,
  /** Milliseconds a used-up window of a key is remembered, so that a flood of refusals costs the database nothing. */
  rateRefusalCacheMs: 1_000,
  /** Requests of a busy key that a process counts at most before they come. */
  rateAhead: 32,
  /** Of what a key's window has left, the part that a process counts at most before it comes: close to its end, nothing. */
  rateAheadPart: 1 / 100,
  /** Milliseconds for whose requests a process counts ahead. */
  rateAheadMs: 50,
  /** Milliseconds after which requests that did not come are given back. */
  rateAheadLifeMs: 250,
  /** Requests without a key or a session that are under way, of one address and of all: each holds a few kilobytes. */
  unknownRequests: { perAddress: 40, all: 1_000 },
  /** Connections that have sent no request of anybody known, of one address and of all; the oldest goes for the next. */
  unknownConnections: { perAddress: 500, all: 5_000 },
  /** Milliseconds a request waits for its turn at most. */
  admissionWaitMs: 5_000,
  /** Milliseconds between two times that a server which stops lets go of connections that have become idle. */
  idleConnectionsCheckMs: 100,
  /** Seconds after which a request that was turned away may come again. */
  busyRetrySeconds: 1,
  /** Seconds a session lives at most. */
  sessionLifeSeconds: 7 * 24 * 60 * 60,
  /** Seconds after its last use. */
  sessionIdleSeconds: 12 * 60 * 60,
  /** Sessions of one person; those used longest ago end first. */
  sessionsPerUser: 20,
  /** Milliseconds the look-up of a session or a membership is kept, so that an end holds everywhere within a second. */
  sessionCacheMs: 1_000,
  /** Sessions in that cache; beyond, those go that were used longest ago. */
  sessionCacheEntries: 10_000,
  /** Milliseconds between two writes of a session's last use. */
  sessionUseWriteMs: 60_000,
  /** Characters of a password that is chosen. */
  passwordCharacters: 12,
  /** Characters of any password: hashing must not take ever longer. */
  passwordMaxCharacters: 256,
  /** Passwords that one process hashes at once, as each keeps a thread and 19 MiB, and that wait; more are answered with 503. */
  passwordHashes: { running: 2, waiting: 64 },
  /** Attempts on one account from one address or known device before the next has to wait: a second, then twice as long each time. */
  signInFreeAttempts: 5,
  /** Attempts from one address, which people share. */
  signInFreeAddressAttempts: 50,
  /** Attempts on one account from all devices that it never signed in on, and seconds after which one of them is forgotten. */
  signInFreeUnknownAttempts: 100,
  signInUnknownAttemptSeconds: 6 * 60,
  /** Seconds a device is known on which somebody signed in. */
  knownDeviceSeconds: 365 * 24 * 60 * 60,
  /** Seconds that wait grows to. */
  signInLockSeconds: 15 * 60,
  /** Seconds after the last attempt when all are forgotten. */
  signInMemorySeconds: 24 * 60 * 60,
  /** Seconds an invitation can be accepted. */
  invitationLifeSeconds: 7 * 24 * 60 * 60,
  /** Seconds in which a forgotten password can be changed. */
  resetLifeSeconds: 30 * 60,
  /** Seconds in which a link that an administrator made signs in. */
  signInLinkLifeSeconds: 10 * 60,
  /** Seconds in which whoever signed up can go on with the letter. */
  signUpLifeSeconds: 24 * 60 * 60,
  /** Letters of one kind to one address, and the seconds for which they count: no longer than what stands in the last is valid. */
  emailsPerAddress: 5,
  emailWindowSeconds: 30 * 60,
  /** Milliseconds between two looks for emails to send, how many are sent at once, and as `watchlistFetchLease`. */
  emailsEveryMs: 2_000,
  emailsAtOnce: 20,
  emailLease: { leaseMs: 30_000, renewMs: 10_000 },
  /** Emails in the name of one organization in 24 hours: what is beyond waits. */
  emailsPerOrganizationDay: 1_000,
  /** Seconds to the next attempt, after each that failed; the last holds for all that follow. */
  emailRetrySeconds: [30, 120, 600, 1_800, 3_600] as readonly number[],
  /** Seconds for which a notification is tried to be sent. */
  notificationLifeSeconds: 3 * 24 * 60 * 60,
  /** Days for which it is kept to whom an email was sent. */
  endedEmailDays: 7,
  oldEmailsSweepMs: 10 * 60_000,
  oldEmailsSweepRows: 1_000,
  /** Connections to the mail server, and milliseconds it may take to answer on one. */
  mailConnections: 2,
  mailTimeoutMs: 30_000,
  /** Milliseconds between two removals of letters and attempts that count no longer, and rows of one statement. */
  peopleSweepMs: 10 * 60_000,
  peopleSweepRows: 1_000,
  organizationsPerUser: 100,
  apiKeyNameCharacters: 100,
  memberNameCharacters: 200,
  /** Characters of an e-mail address, by RFC 5321. */
  emailCharacters: 254,
  roleNameCharacters: 100,
  roleDescriptionCharacters: 500,
  apiKeyAddressBlocks: 100,
  /** Hours an old key may work beside its successor. */
  apiKeyOverlapHours: 168,
  /** Names of events in one filter of the audit trail. */
  auditEventsPerFilter: 50,
  /** Entries that one statement appends. */
  auditsTogether: 500,
  /** What waits for the end of a long transaction is packed: once so many calls wait, and of so many entries at least. */
  auditsUnpacked: 64,
  auditsPackedTogether: 8,
  /** Entries of one page of the chain: some megabytes. */
  auditChainRows: 5_000,
  /** Rows of one export; more is a question for the chain. */
  auditExportRows: 100_000,
  auditExportBatch: 2_000,
  /** Milliseconds a data key is used for new values before it is asked whether another one took its place. */
  dataKeyCacheMs: 60_000,
  /** Values that a rotation of data keys seals anew in one transaction. */
  resealBatch: 500,
  /** Data keys that a process remembers; above, all are forgotten. */
  dataKeyCacheEntries: 10_000,
  /** Milliseconds a start waits for PostgreSQL to answer. */
  databaseWaitMs: 30_000,
  databaseRetryMs: 500,
  /** Milliseconds for which the lease of a process holds, and after which it is renewed. */
  leaseMs: 7_000,
  leaseRenewMs: 2_000,
  /** Of so many looks for work, those who do not own it take one, while they find none: its owner may stand still. */
  othersLookEvery: 10,
  /** Milliseconds in which a process must hear what it announced itself, and between two looks for that. */
  echoMs: 3_000,
  echoLookMs: 5,
  /** Milliseconds between two looks for requests that take too long to arrive. */
  slowRequestCheckMs: 1_000,
  /** Milliseconds a stop waits for open requests, after it has drained. */
  stopMs: 15_000,
  /** Milliseconds of one outgoing request, from the look-up of its name to the end of its answer. */
  egressMs: 10_000,
  /** Bytes of its answer: receivers owe us a status and a line of text. */
  egressAnswerBytes: 1_048_576,
  /**
   * Kept connections: milliseconds without a request, how many of one host (as many as may ask it at once: to begin one anew costs more than
   * to ask), and for how long its address is believed.
   */
  egressKeptConnections: { idleMs: 4_000, mostIdle: 128, longestMs: 60_000 },
  /** Redirects that a download follows. */
  downloadRedirects: 3,
  /** Organizations whose environment a process remembers. */
  knownEnvironments: 100_000,
  /** Milliseconds that the look-up of a name may take whose address is to be stored. */
  addressLookupMs: 5_000,
  /** Integrations of one request: all of them answer within its time. */
  enrichmentCodes: 20,
  /** Attempts of a database transaction that lost a deadlock or a serialization conflict. */
  transactionAttempts: 3,
  externalIdCharacters: 255,
  /** Characters of the code of an integration. */
  integrationCodeCharacters: 100,
  /** Cents of one top-up. Those of a balance stay below 10^15, so that tokens with two places are exact as JSON numbers. */
  topUpCents: { min: 100, max: 10_000_000_000 },
  /** Days that one request for the usage sums up. */
  usageDays: 366,
  /** Milliseconds between two checks of all ledgers. */
  ledgerCheckMs: 3_600_000,
  /** Rows that one statement rewrites: a second of work at most. */
  rewriteBatch: 10_000,
  /** Characters of a reason, without white space around it. */
  reasonMinCharacters: 5,
  reasonCharacters: 4_000,
  /**
   * Milliseconds for which payments that are stored together wait for a row that another transaction has, and one that is stored by itself:
   * a batch of all or nothing has its rows until its end.
   */
  paymentGroupLockMs: 1_000,
  paymentLockMs: 5_000,
  /** Attempts of such a batch to count its rows, where somebody who has the quota waits for it, a second each. */
  quotaAttempts: 20,
  /** Payments of one organization that are stored in one database transaction: their answers wait for the last of them. */
  paymentsTogether: 64,
  /** Publications of a rule in which its misses are looked for: each of their sets may have to be compiled. */
  filteredPublications: 20,
  /** Fields of a form beside its files, bytes of one of them, and characters of the name of a file. */
  formFields: 30,
  formFieldBytes: 65_536,
  fileNameCharacters: 255,
  /** Bytes that a spreadsheet may unpack to: of its rows, which are read one after the other, and of texts that are kept meanwhile. */
  sheetBytes: 268_435_456,
  sheetTextBytes: 50_331_648,
  /**
   * Files that are read at once, of all and of one organization, and those of one that wait, and milliseconds
   * for which they do; megabytes and milliseconds of work that the thread of one has. What a file may have is in `tableLimits`.
   */
  fileReadings: { threads: 2, threadsOfOwner: 1, waitingOfOwner: 20, waitMs: 20_000, memoryMb: 96, workMs: 60_000 },
  /** Stored mappings of one organization, and characters of the name of one. */
  columnMappings: 500,
  columnMappingNameCharacters: 200,
  /** Columns of a file: each of its rows is asked for all of them. */
  tableColumns: 2_000,
  /** Columns of a mapping, characters of the name of one, and of a default or a side of a value map. */
  mappedColumns: 500,
  columnNameCharacters: 255,
  mappedTextCharacters: 1_000,
  /** Characters of all that a mapping says, as JSON: as many as a field of a form may hold. */
  columnMappingCharacters: 65_536,
  /** Rows of a file that are checked without being stored, by what they are; those beyond are counted. */
  checkedPayments: 50_000,
  checkedUserEvents: 20_000,
  checkedEntities: 20_000,
  /** Rows that are checked as JSON, and bytes of their body. */
  checkedJsonRows: 5_000,
  checkedJsonBytes: 10_485_760,
  /** Warnings, and errors of rows, that a check tells of: unless it is asked for others, and at most. */
  checkProblems: 200,
  checkProblemsMost: 1_000,
  /** Characters of a cell that a check shows. */
  checkedValueCharacters: 200,
  /** Rows that are checked before others have their turn, and for what share of the time they took they wait for requests at most. */
  checkedTogether: 25,
  checkRest: 1,
  /** Milliseconds that work in the background gives way to requests at once. */
  longestRestMs: 50,
  /** Rows that cannot be stored of which an upload is told at once, and rows that are looked at for that; its job tells of all. */
  preflightFailures: 100,
  preflightRows: 2_000,
  /** Rows of a batch that are stored in one database transaction. */
  batchRowsTogether: 64,
  /** The same while others ask, who wait for less then, and for how many milliseconds after they did. */
  batchRowsBesideRequests: 32,
  batchBesideMs: 1_000,
  /** Rows that are stored each by itself after some could not be stored together. */
  batchCarefulRows: 500,
  /** While somebody waits for an answer, a batch waits after each part of its rows: for this share of what the part took at most. */
  batchRest: 0.65,
  /** Payments of one batch, and bytes of its body. */
  batchPayments: 100_000,
  batchPaymentsBytes: 52_428_800,
  /** Entities of one batch, and accounts that a row of it may have. */
  batchEntities: 20_000,
  entityRowAccounts: 10,
  /** Addresses that a report of a batch may be asked for. */
  reportRecipients: 10,
  /** Parts of one batch, and bytes of its body. */
  batchSources: 5,
  batchSourcesBytes: 157_286_400,
  /** Organizations whose batches are carried out at the same time; others wait. */
  batchSlots: 2,
  /** Milliseconds that a batch is waited for before its answer is that it goes on. */
  batchAnswerMs: 30_000,
  /** Seconds after which a batch is taken over whose process was not heard of, and how often that may happen. */
  batchLeaseSeconds: 30,
  batchAttempts: 5,
  /** Milliseconds between two signs of life of a batch, with which it hears whether it is to go on. */
  batchBeatMs: 2_000,
  /** Milliseconds between two times that those who watch a batch are told how far it is. */
  batchTellMs: 1_000,
  /** Milliseconds between two looks for batches that wait or whose process was not heard of. */
  batchSweepMs: 2_000,
  /** Milliseconds between two looks whether the rules after the answer have run for all payments of a batch. */
  batchFollowUpMs: 500,
  /** Milliseconds between two looks for batches whose payments are kept no longer, and how many of an organization one statement takes. */
  batchPayloadSweepMs: 60 * 60 * 1000,
  batchPayloadSweepRows: 20,
  /** Milliseconds between two looks for raw answers that are kept no longer, and how many of an organization one statement erases. */
  rawEnrichmentSweepMs: 60 * 60 * 1000,
  rawEnrichmentSweepRows: 500,
  /** Hours for which events wait that a webhook or an automation has still to read, whatever the setting is. */
  unreadEventsHours: 30 * 24,
  /** Milliseconds between two looks for old events, and how many rows of the outbox one statement removes. */
  oldEventsSweepMs: 60 * 1000,
  oldEventsSweepRows: 1_000,
  /** Errors that a batch tells of. */
  batchErrors: 10_000,
  /** Accounts of one entity that are not deleted: all are answered at once. */
  accountsPerEntity: 1_000,
  accountTextCharacters: 255,
  accountNumberCharacters: 64,
  /** Changes of one country in the timeline of a webhook, the newest. */
  activationTimelineRows: 100,
  entityNameCharacters: 500,
  /** Characters of all attributes, or of all data, of an entity: merging may not let them grow without end. */
  entityJsonCharacters: 1_048_576,
  /** The same of the metadata, or of the device details, of a payment. */
  transactionJsonCharacters: 1_048_576,
  phoneCharacters: 50,
  /** Risk matrices that a body names, of an entity, a rule or for one run. */
  riskMatrixIds: 10,
  riskFactors: 100,
  /** Moves of its status that are told of an entity. */
  statusHistoryRows: 1_000,
  /** Of a transaction: they are stored in its row and are in every event about it. The audit trail has all. */
  transactionStatusMoves: 100,
  /** Milliseconds between two looks for entities that have expired. */
  entityExpiryMs: 60_000,
  /** Entities of one such transaction. */
  entityExpiryRows: 200,
  taxIdCharacters: 64,
  personTextCharacters: 1_000,
  /** Tax ids of branches that a company may be sent with. */
  branchTaxIds: 1_000,
  /** Relationships that one `POST /entities` may declare. */
  declaredRelationships: 10,
  relationshipRoleCharacters: 100,
  paymentMethodTextCharacters: 255,
  /** Blocks of creations of one organization: every creation asks them all. */
  creationBlocks: 50,
  fieldPathCharacters: 200,
  dataListNameCharacters: 200,
  dataListDescriptionCharacters: 1_000,
  dataListApiKeyCharacters: 2_000,
  /** Items of one request to add items. */
  dataListItemsPerRequest: 1_000,
  dataListBatchSize: 500,
  dataListValueCharacters: 1_000,
  dataListSearchKeys: 100,
  /** Categories of a list that an answer names: each item may have one of its own. */
  dataListCategories: 1_000,
  /** Items of one bulk import, and bytes of its body. */
  bulkItems: 50_000,
  bulkItemsBytes: 52_428_800,
  /** Items of one statement of a bulk import: what is sent with it is written in one turn. */
  bulkItemsBatchSize: 500,
  /** Errors that the answer of a bulk import names. */
  bulkItemErrors: 1_000,
  /** Items one search on a list answers. */
  foundItems: 1_000,
  /** Values of one request that checks several. */
  listChecks: 100,
  /** Milliseconds between two times that matches of lists are stored: so many are lost when a process dies. */
  listMatchesMs: 10_000,
  /** Runs that one preview of a list looks at, the newest ones: each is decided again for each value it asked for. */
  listImpactRuns: 5_000,
  listImpactSample: 20,
  /** Records that are decided again while somebody types a rule, as many as one page shows; and characters of the text. */
  flips: { records: 200, usual: 50, sourceCharacters: 1_000_000 },
  /** Milliseconds between two times that changes of inboxes are added up: a summary reads those of so long, and few rows besides. */
  inboxAddUpMs: 30_000,
  organizationNameCharacters: 200,
  /** Devices of one page: somebody who looks into an entity sees them at once. */
  devicePageRows: 1_000,
  /** Devices of one investigation context, each of which asks for its addresses and its other entities. */
  contextDevices: 200,
  /** Addresses, and other entities, of one device in an investigation context. */
  contextRowsOfDevice: 20,
  /** Events, and transactions, of an investigation context. */
  contextRecentRows: 20,
  contextAlerts: 50,
  contextRelations: 50,
  /** Newest events of an entity whose distances an investigation context looks at. */
  contextTravelEvents: 500,
  alertNameCharacters: 500,
  alertDescriptionCharacters: 10_000,
  /** Alerts that one request names. */
  alertsPerRequest: 100,
  /** Alerts that one request changes: they are locked together, and each has an entry of the trail and its events. */
  alertsPerBulkRequest: 500,
  /** Alerts of one case: all are answered at once, and closing resolves them in one transaction. */
  alertsPerCase: 1_000,
  caseTags: 50,
  caseTagCharacters: 100,
  noteCharacters: 10_000,
  /** How often runs after the answer are looked for that nobody was told of, in milliseconds. */
  waitingRunsSweepMs: 10_000,
  /** How often one is tried, each time after twice as long. */
  waitingRunAttempts: 6,
  /** Milliseconds between two times that an organization's runs are counted for its rules, and of one that has none at most. */
  ruleCountMs: 5_000,
  ruleCountRestMs: 60_000,
  /** Runs that are counted in one transaction beside the traffic, and where a request waits for it; such transactions of one look or request. */
  ruleCountRunsBeside: 1_000,
  ruleCountRuns: 2_000,
  ruleCountSteps: 25,
  /** Milliseconds for which what records have of the fields of rules is told again, of how many samples, and records of one. */
  fieldStatisticsMs: 300_000,
  fieldStatisticsKept: 100,
  fieldStatisticsRecords: 500,
  /** Paths of which it is kept in how many records they leave a rule unknown. */
  unknownPathsKept: 5_000,
  /** Rule sets that a batch names of those that decided on its rows: the newest. */
  batchRuleSets: 100,
  /**
   * Where the busiest key of windows is looked for: in how many windows of a request, the newest records of each, how many of the keys
   * that are most frequent among them, and the newest records of each of those: far less than a million altogether.
   */
  busiestKeyWindows: 5,
  busiestKeySample: 20_000,
  busiestKeys: 2,
  busiestKeyRows: 30_000,
  /** Milliseconds for which what was found is told again, and of how many windows. */
  busiestKeyMs: 60_000,
  busiestKeyKept: 1_000,
  /** Days of runs of which it is told in how many a window of a rule had too many rows. */
  tooManyRowsDays: 14,
  /** Milliseconds between two looks at what all rules in force read, and records of each time that is compared. */
  driftCheckMs: 6 * 60 * 60 * 1000,
  driftRecords: 1_000,
  /** Milliseconds between two looks whether a day is over whose sample nobody has replayed. */
  replaySampleMs: 60 * 60 * 1000,
  /** Milliseconds between two checks of the guards of rules. */
  guardCheckMs: 30_000,
  /** Steps of figures of payments that a process keeps, of all organizations: about 20 MB where all are in use. */
  operationsSlots: 100_000,
  /** Milliseconds that other processes have to say what they know; for which it is told again, and of how many questions. */
  operationsReportMs: 1_500,
  operationsReportTtlMs: 1_000,
  operationsReports: 1_000,
  /** Milliseconds between two tellings to sockets. */
  operationsTellMs: 5_000,
  /** Newest payments that statistics are counted over, and days they may go back by hours and by days. */
  statsPayments: 200_000,
  statsDays: { hour: 14, day: 366 },
  statsRules: 10,
  /** Teams of an account, and members of a team: the event that a team is gone names each. */
  teams: { account: 200, members: 500 },
  /** Organizations below one: the owners of the parent are members of each, and their list has them all. */
  childOrganizations: 500,
  /** Webhooks of one organization: each event asks them all. */
  webhooks: 20,
  webhookNameCharacters: 200,
  webhookDescriptionCharacters: 1_000,
  webhookUrlCharacters: 2_048,
  webhookVersionCharacters: 50,
  /** Names of events of one webhook, characters of one, and values of one key of its filters. */
  webhookEvents: 100,
  webhookEventCharacters: 100,
  webhookFilterValues: 250,
  /** Headers of one webhook, and characters of the name and the value of one. */
  webhookHeaders: 10,
  webhookHeaderNameCharacters: 100,
  webhookHeaderValueCharacters: 2_000,
  /** Milliseconds that a receiver is given to answer. */
  webhookTimeoutMs: { least: 1_000, most: 30_000 },
  /** Hours for which a secret that was replaced signs beside the other. */
  webhookOverlapHours: 72,
  /** Characters of one setting of an integration: a token, an address. */
  integrationSettingCharacters: 2_000,
  /** Groups of integrations of one organization, integrations of one, and characters of its name and slug. */
  enrichmentGroups: 100,
  enrichmentGroupCodes: 20,
  enrichmentGroupNameCharacters: 200,
  enrichmentGroupSlugCharacters: 64,
  /** Screening profiles of one organization beside its default; lists and topics of one, characters of its name, and of a topic or list. */
  screeningProfiles: 50,
  screeningProfileLists: 50,
  screeningProfileNameCharacters: 200,
  screeningTopicCharacters: 64,
  /** Days for which a list may go unchecked at most. */
  screeningListDays: 90,
  /** Names of one request, and characters of all that may be said of one: a thread takes half a millisecond for each. */
  screeningNames: 500,
  /** Screenings that the trial of a profile screens again, of how many days, and hits of each kind that it shows. */
  screeningTrial: { screenings: 1_000, days: 30, shown: 200 },
  /** Entities for which a decision for all of the organization counts at once; the others follow in the background. */
  screeningEntitiesAlike: 100,
  /** Milliseconds between looks for matches that are to be counted anew, and entities of one look at most. */
  screeningRestatingMs: 60_000,
  screeningRestatedEntities: 500,
  /** Milliseconds that an object storage may take, bytes of one object with its seal, and objects of one page of a list. */
  blobMs: 30_000,
  blobBytes: 12_582_912,
  blobsListed: 1_000,
} as const;
