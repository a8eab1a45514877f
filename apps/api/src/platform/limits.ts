/** All limits of the HTTP interface, with their units and reasons. */
export const limits = {
  /** Maximum bytes of a request body; batch routes raise it for themselves. */
  bodyBytes: 1_048_576,
  /** Maximum bytes of a body on routes without authentication: an email address, a password, a name. */
  anonymousBodyBytes: 16_384,
  /**
   * Minimum bytes of a response whose memory is reused, and bytes kept for that: enough for a hundred responses with a hundred rules each.
   */
  reusedResponse: { minBytes: 32_768, maxPooledBytes: 32 * 2 ** 20 },
  /** Maximum nesting depth of a JSON body: far above any legitimate record, and far below what would cause a stack overflow. */
  jsonDepth: 64,
  /** Maximum members of one object in a JSON body: as many as a file may have columns. */
  jsonMembers: 2_000,
  /**
   * Bytes that a route reads at most for each value that a body may hold. Legitimate values are longer, and each value costs memory and
   * checks.
   */
  jsonBytesPerValue: 16,
  /** Maximum characters of one number in a body. No amount needs more, and the database accepts only a few thousand. */
  jsonNumberCharacters: 100,
  /** Maximum characters of one path parameter; an external id of 255 characters may be percent-encoded. */
  pathParameterCharacters: 2_400,
  /** Maximum characters of a caller's `X-Request-Id`. */
  requestIdCharacters: 64,
  /** Maximum printable characters of an `Idempotency-Key`. */
  idempotencyKeyCharacters: 255,
  /**
   * Milliseconds until a request that works outside of a database transaction may be repeated with its key if its process stopped
   * responding, and interval at which the claim is renewed.
   */
  idempotencyLeaseMs: 30_000,
  idempotencyBeatMs: 10_000,
  /** Milliseconds for which a request waits for a database connection if its organization already uses as many as it may. */
  connectionWaitMs: 10_000,
  /** Milliseconds between removals of stored responses that are no longer replayed. */
  idempotencySweepMs: 60_000,
  /** Milliseconds between checks for expired API keys. */
  expiredKeysSweepMs: 60_000,
  /** Rows per removal. */
  idempotencySweepRows: 1_000,
  /** Milliseconds between removals of obsolete window parts, and rows per statement. */
  windowPartsClearMs: 3_600_000,
  windowPartsClearRows: 10_000,
  /** Maximum number of currency rates in one upload. */
  ratesPerRequest: 5_000,
  /** Bounds of the value of one unit of a currency in another. */
  smallestRate: 1e-12,
  largestRate: 1e12,
  /** Milliseconds between checks whether rates have to be fetched, and seconds for which a process may take to fetch them. */
  rateFetchLookMs: 60_000,
  rateFetchLeaseSeconds: 120,
  /** Lines of a register file stored in one transaction, and maximum rows read for one company. */
  registerBatch: 2_000,
  registerRowsOfKey: 1_000,
  /** Entries and changes of a watchlist stored in one transaction, and bytes of one part of its search index. */
  watchlistBatch: 2_000,
  watchlistChunkBytes: 4_194_304,
  /** Heap limit in megabytes of a worker thread that reads a watchlist, where the index of a million entries is built. */
  watchlistThreadMb: 4_096,
  /** Milliseconds between checks for watchlist versions loaded by other processes; normally a notification arrives at once. */
  watchlistLookMs: 60_000,
  /** Maximum size and download time of one watchlist file, and larger ones for the file that combines all lists. */
  watchlistDownload: { maxBytes: 536_870_912, timeoutMs: 300_000 },
  largeWatchlistDownload: { maxBytes: 4_294_967_296, timeoutMs: 1_800_000 },
  /** Lease of a watchlist fetch in milliseconds, and the interval at which it is renewed. */
  watchlistFetchLease: { leaseMs: 30_000, renewMs: 10_000 },
  /** Hours after which a watchlist is no longer assumed to be up to date. */
  watchlistStaleHours: 48,
  /** Maximum characters of a watchlist name, and maximum number of lists for which an organization sets its own ownership rule. */
  watchlistNameCharacters: 64,
  ownershipRulesOfLists: 100,
  /** Maximum number of names on an organization's own lists that are screened against. */
  ownListEntries: 5_000,
  /** Number of own lists that a process keeps searchable. */
  ownListsKept: 50,
  /** Milliseconds between checks for entities to be rescreened, how many are claimed at once, and for how many seconds. */
  monitoringLookMs: 60_000,
  monitoringBatch: 100,
  monitoringLeaseSeconds: 120,
  /** Failed attempts after which a hit is recorded without evaluating rules, since they failed each time. */
  monitoringRuleFailures: 5,
  /**
   * Maximum number of changed entries in a newer version that are compared with all monitored parties; if there are more, everyone is
   * rescreened.
   */
  monitoringChanges: 5_000,
  /** Parties that are compared with them at once. */
  monitoringParties: 5_000,
  /**
   * Milliseconds between checks for companies whose ownership has to be computed, how many are claimed at once, and for how many seconds.
   */
  ownershipLookMs: 10_000,
  ownershipBatch: 20,
  ownershipLeaseSeconds: 120,
  /** Changes processed at once. */
  ownershipChanges: 1_000,
  /** Maximum number of entities in one ownership graph. Entities beyond it are left out, and the result says so. */
  ownershipEntities: 2_000,
  /**
   * Maximum number of entities and shares of an ownership graph that is computed on the main thread, which takes some milliseconds; larger
   * ones use a worker thread.
   */
  ownershipEntitiesHere: 100,
  /** Maximum number of beneficial owners of one company that rules read. */
  ownershipFactOwners: 200,
  /** Nodes of the graph of a party, neighbours per node at most and by default, and payments per node that are summed up. */
  graphNodes: 150,
  graphNeighbours: 50,
  graphUsualNeighbours: 20,
  graphPayments: 2_000,
  /** Default number of days of payments in the graph. */
  graphDays: 365,
  /** Maximum characters of a search over all records, and number of results of each kind: of all kinds, and of a single one. */
  searchCharacters: 100,
  searchOfKind: 6,
  searchOfOneKind: 100,
  /** Days for which entries of replaced versions can be read, for use in replays. */
  watchlistKeptDays: 730,
  /** Days after which the newest rates are reported as outdated: the default number of days for which organizations use them. */
  rateStaleDays: 4,
  /** Milliseconds for which a process caches currency settings, and maximum number of organizations cached. */
  currencySettingsMs: 60_000,
  currencySettingsKept: 10_000,
  /** Maximum and default rows of a page. */
  pageRows: 100,
  defaultPageRows: 50,
  /** Maximum rows of a page of list items. */
  listItemPageRows: 50_000,
  /** List items that are converted from or to JSON at once, so that a large page does not hold up other requests. */
  listItemsAtOnce: 200,
  /** Maximum items of a list that are included in the facts of an evaluation to be searched there. */
  listItemsInFacts: 5_000,
  /**
   * Maximum number of lists whose content is sent along with a record to be evaluated, of items of each, and of currency rates in addition.
   */
  givenLists: 20,
  givenListItems: 1_000,
  givenRates: 100,
  /**
   * Number of conditions on sensitive fields that a caller without access to these fields may try on one record, and days until more are
   * allowed: enough to develop a few rules, but not to find out a document number digit by digit.
   */
  sensitiveQuestions: { perRecord: 50, days: 30 },
  /** Maximum offset in rows. Deeper pages cost the database as much as all pages before them, so they require a cursor. */
  pageOffset: 10_000,
  /** Number of rows up to which `pagination.total` is exact; above that it is estimated. */
  exactCount: 10_000,
  /** Milliseconds for which a cursor is valid. */
  cursorLifeMs: 24 * 60 * 60 * 1000,
  /** Milliseconds for which an API key look-up is cached, so that a revocation takes effect everywhere within a second. */
  apiKeyCacheMs: 1_000,
  /** API keys in that cache; the least recently used ones are evicted first. */
  apiKeyCacheEntries: 10_000,
  /** Milliseconds for which a nonexistent key or session is not looked up again, and how many of them are remembered. */
  unknownCredentialMs: 60_000,
  unknownCredentialEntries: 10_000,
  /**
   * Limits of look-ups of keys and sessions that this process has never seen: failed ones per address and window, concurrent and waiting
   * ones in total, and remembered addresses.
   */
  unknownLookups: { perWindow: 60, windowMs: 60_000, running: 4, waiting: 1_000, networks: 10_000 },
  /** Milliseconds between writes of a key's `lastUsedAt`. */
  apiKeyUseWriteMs: 60_000,
  /** Maximum requests of one person per minute, over all of their sessions. */
  personRequestsPerMinute: 600,
  /** Milliseconds for which a used-up window of a key is cached, so that a flood of refused requests costs the database nothing. */
  rateRefusalCacheMs: 1_000,
  /** Maximum number of requests of a busy key that a process reserves in advance. */
  rateAhead: 32,
  /** Maximum share of a key's remaining window that a process reserves in advance; close to the end of the window, nothing is reserved. */
  rateAheadPart: 1 / 100,
  /** Milliseconds worth of requests that a process reserves in advance. */
  rateAheadMs: 50,
  /** Milliseconds after which unused reserved requests are returned. */
  rateAheadLifeMs: 250,
  /** Maximum concurrent requests without a key or session, per address and in total; each uses a few kilobytes. */
  unknownRequests: { perAddress: 40, all: 1_000 },
  /** Maximum connections that have not sent a request from a known caller, per address and in total; the oldest is closed for a new one. */
  unknownConnections: { perAddress: 500, all: 5_000 },
  /** Maximum milliseconds that a request waits for its turn. */
  admissionWaitMs: 5_000,
  /** Milliseconds between checks for idle connections while the server is shutting down. */
  idleConnectionsCheckMs: 100,
  /** Seconds after which a rejected request may be repeated. */
  busyRetrySeconds: 1,
  /** Maximum lifetime of a session in seconds. */
  sessionLifeSeconds: 7 * 24 * 60 * 60,
  /** Seconds after its last use when a session ends. */
  sessionIdleSeconds: 12 * 60 * 60,
  /** Maximum sessions of one person; the least recently used ones end first. */
  sessionsPerUser: 20,
  /** Milliseconds for which the look-up of a session or membership is cached, so that its end takes effect everywhere within a second. */
  sessionCacheMs: 1_000,
  /** Sessions in that cache; the least recently used ones are evicted first. */
  sessionCacheEntries: 10_000,
  /** Milliseconds between writes of a session's last use. */
  sessionUseWriteMs: 60_000,
  /** Minimum characters of a new password. */
  passwordCharacters: 12,
  /** Maximum characters of any password, so that hashing time is limited. */
  passwordMaxCharacters: 256,
  /** Passwords that one process hashes at once, since each uses a thread and 19 MiB, and passwords that wait. Further ones get a 503. */
  passwordHashes: { running: 2, waiting: 64 },
  /**
   * Attempts on one account from one address or known device before the next one has to wait: a second, and then twice as long each time.
   */
  signInFreeAttempts: 5,
  /** Attempts from one address, which several people may share. */
  signInFreeAddressAttempts: 50,
  /** Attempts on one account from all devices that it never signed in on, and seconds after which one of them no longer counts. */
  signInFreeUnknownAttempts: 100,
  signInUnknownAttemptSeconds: 6 * 60,
  /** Seconds for which a device on which somebody signed in stays known. */
  knownDeviceSeconds: 365 * 24 * 60 * 60,
  /** Maximum wait in seconds. */
  signInLockSeconds: 15 * 60,
  /** Seconds after the last attempt when all attempts are forgotten. */
  signInMemorySeconds: 24 * 60 * 60,
  /** Seconds for which an invitation can be accepted. */
  invitationLifeSeconds: 7 * 24 * 60 * 60,
  /** Seconds for which a forgotten password can be reset. */
  resetLifeSeconds: 30 * 60,
  /** Seconds for which a sign-in link created by an administrator is valid. */
  signInLinkLifeSeconds: 10 * 60,
  /** Seconds for which a sign-up can be completed with the email. */
  signUpLifeSeconds: 24 * 60 * 60,
  /** Emails of one kind to one address, and seconds for which they count: no longer than the content of the last one is valid. */
  emailsPerAddress: 5,
  emailWindowSeconds: 30 * 60,
  /** Milliseconds between two looks for emails to send, how many are sent concurrently, and their lease, as in `watchlistFetchLease`. */
  emailsEveryMs: 2_000,
  emailsAtOnce: 20,
  emailLease: { leaseMs: 30_000, renewMs: 10_000 },
  /** Emails in the name of one organization in 24 hours; further ones wait. */
  emailsPerOrganizationDay: 1_000,
  /** Seconds until the next attempt after each failed one; the last value applies to all further attempts. */
  emailRetrySeconds: [30, 120, 600, 1_800, 3_600] as readonly number[],
  /** Seconds for which sending a notification is attempted. */
  notificationLifeSeconds: 3 * 24 * 60 * 60,
  /** Days for which the recipients of an email are kept. */
  endedEmailDays: 7,
  oldEmailsSweepMs: 10 * 60_000,
  oldEmailsSweepRows: 1_000,
  /** Connections to the mail server, and its response timeout on each in milliseconds. */
  mailConnections: 2,
  mailTimeoutMs: 30_000,
  /** Milliseconds between removals of expired emails and sign-in attempts, and rows per statement. */
  peopleSweepMs: 10 * 60_000,
  peopleSweepRows: 1_000,
  organizationsPerUser: 100,
  apiKeyNameCharacters: 100,
  memberNameCharacters: 200,
  /** Maximum characters of an email address, by RFC 5321. */
  emailCharacters: 254,
  roleNameCharacters: 100,
  roleDescriptionCharacters: 500,
  apiKeyAddressBlocks: 100,
  /** Maximum hours for which an old key may keep working alongside its successor. */
  apiKeyOverlapHours: 168,
  /** Maximum event names in one filter of the audit trail. */
  auditEventsPerFilter: 50,
  /** Entries appended by one statement. */
  auditsTogether: 500,
  /**
   * Entries that wait for the end of a long transaction are compressed: from this many waiting calls on, and at least this many entries at
   * a time.
   */
  auditsUnpacked: 64,
  auditsPackedTogether: 8,
  /** Entries per page of the audit chain: some megabytes. */
  auditChainRows: 5_000,
  /** Maximum rows of one export; larger amounts have to be read as the audit chain. */
  auditExportRows: 100_000,
  auditExportBatch: 2_000,
  /** Milliseconds for which a data key is used for new values before checking whether it was replaced. */
  dataKeyCacheMs: 60_000,
  /** Values that a data key rotation re-encrypts in one transaction. */
  resealBatch: 500,
  /** Entities, or match keys, that are renewed in one transaction. */
  matchKeyBatch: 500,
  /** Data keys that a process caches; if there are more, the whole cache is cleared. */
  dataKeyCacheEntries: 10_000,
  /** Milliseconds for which startup waits for PostgreSQL to respond. */
  databaseWaitMs: 30_000,
  databaseRetryMs: 500,
  /** Milliseconds for which the lease of a process is valid, and after which it is renewed. */
  leaseMs: 7_000,
  leaseRenewMs: 2_000,
  /**
   * Processes that do not own a kind of work check for it only this rarely (once in so many times) while they find none, in case its owner
   * hangs.
   */
  othersLookEvery: 10,
  /** Milliseconds within which a process must receive its own notification, and between checks for it. */
  echoMs: 3_000,
  echoLookMs: 5,
  /** Milliseconds between checks for requests that take too long to arrive. */
  slowRequestCheckMs: 1_000,
  /** Milliseconds for which a shutdown waits for open requests after draining. */
  stopMs: 15_000,
  /** Timeout of one outgoing request in milliseconds, from the host name look-up to the end of the response. */
  egressMs: 10_000,
  /** Maximum bytes of its response: receivers only have to send a status and a line of text. */
  egressAnswerBytes: 1_048_576,
  /**
   * Keep-alive connections: idle timeout in milliseconds, how many per host (as many as may send requests at once, since opening one costs
   * more than a request), and how long its resolved address is trusted.
   */
  egressKeptConnections: { idleMs: 4_000, mostIdle: 128, longestMs: 60_000 },
  /** Maximum redirects that a download follows. */
  downloadRedirects: 3,
  /** Organizations whose environment a process caches. */
  knownEnvironments: 100_000,
  /** Milliseconds that the look-up of a host name may take when its URL is to be stored. */
  addressLookupMs: 5_000,
  /** Integrations of one request, all of which must respond within its time. */
  enrichmentCodes: 20,
  /** Attempts of a database transaction that lost a deadlock or a serialization conflict. */
  transactionAttempts: 3,
  externalIdCharacters: 255,
  /** Maximum characters of an integration code. */
  integrationCodeCharacters: 100,
  /** Cents of one top-up. Balances stay below 10^15 cents, so that tokens with two decimal places are exact as JSON numbers. */
  topUpCents: { min: 100, max: 10_000_000_000 },
  /** Maximum days that one usage request sums up. */
  usageDays: 366,
  /** Milliseconds between checks of all ledgers. */
  ledgerCheckMs: 3_600_000,
  /** Rows rewritten by one statement: at most a second of work. */
  rewriteBatch: 10_000,
  /** Characters of a reason, without surrounding white space. */
  reasonMinCharacters: 5,
  reasonCharacters: 4_000,
  /**
   * Milliseconds that payments stored together, and a payment stored by itself, wait for a row locked by another transaction: an
   * all-or-nothing batch holds its row locks until its end.
   */
  paymentGroupLockMs: 1_000,
  paymentLockMs: 5_000,
  /** Attempts of such a batch to consume its quota while the transaction that holds the quota waits for it, one second each. */
  quotaAttempts: 20,
  /** Payments of one organization stored in one database transaction; their responses wait for the last of them. */
  paymentsTogether: 64,
  /** Publications of a rule that are searched for its misses: each of their rule sets may have to be compiled. */
  filteredPublications: 20,
  /** Fields of a form in addition to its files, bytes of one field, and characters of a file name. */
  formFields: 30,
  formFieldBytes: 65_536,
  fileNameCharacters: 255,
  /**
   * Maximum unpacked bytes of a spreadsheet: of its rows, which are read one after another, and of texts that are kept in memory meanwhile.
   */
  sheetBytes: 268_435_456,
  sheetTextBytes: 50_331_648,
  /**
   * Files read at once in total and per organization, files that wait per organization, and for how many milliseconds; memory in megabytes
   * and working time in milliseconds of the thread of one file. Limits of the file itself are in `tableLimits`.
   */
  fileReadings: { threads: 2, threadsOfOwner: 1, waitingOfOwner: 20, waitMs: 20_000, memoryMb: 96, workMs: 60_000 },
  /** Stored mappings of one organization, and characters of a mapping name. */
  columnMappings: 500,
  columnMappingNameCharacters: 200,
  /** Maximum columns of a file, since all of them are read in each row. */
  tableColumns: 2_000,
  /** Columns of a mapping, and characters of a column name and of a default or a side of a value map. */
  mappedColumns: 500,
  columnNameCharacters: 255,
  mappedTextCharacters: 1_000,
  /** Maximum characters of a whole mapping as JSON: as many as a form field may hold. */
  columnMappingCharacters: 65_536,
  /** Rows of a file that are checked without being stored, by their kind; rows beyond that are only counted. */
  checkedPayments: 50_000,
  checkedUserEvents: 20_000,
  checkedEntities: 20_000,
  /** Rows that are checked as JSON, and bytes of their body. */
  checkedJsonRows: 5_000,
  checkedJsonBytes: 10_485_760,
  /** Warnings and row errors that a check reports by default, and at most. */
  checkProblems: 200,
  checkProblemsMost: 1_000,
  /** Maximum characters of a cell value shown by a check. */
  checkedValueCharacters: 200,
  /** Rows checked before yielding to other work, and the maximum wait for requests as a share of the time they took. */
  checkedTogether: 25,
  checkRest: 1,
  /** Maximum milliseconds for which background work pauses at once to give way to requests. */
  longestRestMs: 50,
  /** Maximum number of failing rows in the response to an upload, and rows checked for them. The job lists all failures. */
  preflightFailures: 100,
  preflightRows: 2_000,
  /** Rows of a batch stored in one database transaction. */
  batchRowsTogether: 64,
  /** The same while other requests are in flight, which then wait less, and for how many milliseconds after the last one. */
  batchRowsBesideRequests: 32,
  batchBesideMs: 1_000,
  /** Rows stored one by one after some could not be stored together. */
  batchCarefulRows: 500,
  /** While a request is in flight, a batch pauses after each part of its rows, for at most this share of the time the part took. */
  batchRest: 0.65,
  /** Maximum payments of one batch, and bytes of its body. */
  batchPayments: 100_000,
  batchPaymentsBytes: 52_428_800,
  /** Maximum entities of one batch, and accounts in one of its rows. */
  batchEntities: 20_000,
  entityRowAccounts: 10,
  /** Maximum email addresses for the report of a batch. */
  reportRecipients: 10,
  /** Maximum parts of one batch, and bytes of its body. */
  batchSources: 5,
  batchSourcesBytes: 157_286_400,
  /** Organizations whose batches are executed at the same time. Others wait. */
  batchSlots: 2,
  /** Milliseconds that a request waits for its batch before the response says that it continues. */
  batchAnswerMs: 30_000,
  /** Seconds without a heartbeat after which another process takes over a batch, and the maximum number of attempts. */
  batchLeaseSeconds: 30,
  batchAttempts: 5,
  /** Milliseconds between two heartbeats of a batch, which also read whether it should continue. */
  batchBeatMs: 2_000,
  /** Milliseconds between two progress notifications to the subscribers of a batch. */
  batchTellMs: 1_000,
  /** Milliseconds between two searches for batches that are queued or whose lease has expired. */
  batchSweepMs: 2_000,
  /** Milliseconds between two checks whether the asynchronous evaluations of a batch are complete. */
  batchFollowUpMs: 500,
  /**
   * Milliseconds between two searches for batches whose payments are no longer kept, and the number deleted per organization by one
   * statement.
   */
  batchPayloadSweepMs: 60 * 60 * 1000,
  batchPayloadSweepRows: 20,
  /**
   * Milliseconds between two searches for raw responses that are no longer kept, and the number erased per organization by one statement.
   */
  rawEnrichmentSweepMs: 60 * 60 * 1000,
  rawEnrichmentSweepRows: 500,
  /** Hours for which events are kept that a webhook or automation has not read yet, regardless of the setting. */
  unreadEventsHours: 30 * 24,
  /** Milliseconds between two searches for old events, and the number of outbox rows removed by one statement. */
  oldEventsSweepMs: 60 * 1000,
  oldEventsSweepRows: 1_000,
  /** Maximum number of errors that a batch reports. */
  batchErrors: 10_000,
  /** Maximum accounts of one entity that are not deleted, since all are returned in one response. */
  accountsPerEntity: 1_000,
  accountTextCharacters: 255,
  accountNumberCharacters: 64,
  /** Maximum number of changes, newest first, for one country in the timeline of a webhook. */
  activationTimelineRows: 100,
  entityNameCharacters: 500,
  /** Maximum characters of all attributes, or of all data, of an entity. Limits how far merging can make them grow. */
  entityJsonCharacters: 1_048_576,
  /** The same for the metadata, or the device details, of a payment. */
  transactionJsonCharacters: 1_048_576,
  phoneCharacters: 50,
  /** Maximum risk matrices named in a body, for an entity, a rule or a single evaluation. */
  riskMatrixIds: 10,
  riskFactors: 100,
  /** Maximum status changes returned for an entity. */
  statusHistoryRows: 1_000,
  /** Maximum status changes of a transaction, which are stored in its row and included in every event about it. The audit trail has all. */
  transactionStatusMoves: 100,
  /** Milliseconds between two searches for expired entities. */
  entityExpiryMs: 60_000,
  /** Entities that one such transaction expires. */
  entityExpiryRows: 200,
  taxIdCharacters: 64,
  personTextCharacters: 1_000,
  /** Maximum tax ids of branches that may be sent with a company. */
  branchTaxIds: 1_000,
  /** Maximum relationships declared in one `POST /entities`. */
  declaredRelationships: 10,
  relationshipRoleCharacters: 100,
  paymentMethodTextCharacters: 255,
  /** Maximum creation blocks of one organization, since every creation checks them all. */
  creationBlocks: 50,
  fieldPathCharacters: 200,
  dataListNameCharacters: 200,
  dataListDescriptionCharacters: 1_000,
  dataListApiKeyCharacters: 2_000,
  /** Maximum items of one request to add items. */
  dataListItemsPerRequest: 1_000,
  dataListBatchSize: 500,
  dataListValueCharacters: 1_000,
  dataListSearchKeys: 100,
  /** Maximum characters of a category, which must fit into an index row. */
  dataListCategoryCharacters: 255,
  /** Maximum categories of a list in a response, since each item may have its own. */
  dataListCategories: 1_000,
  /** Maximum items of one bulk import, and bytes of its body. */
  bulkItems: 50_000,
  bulkItemsBytes: 52_428_800,
  /** Items in one statement of a bulk import. The parameters of a statement are serialized in one turn of the event loop. */
  bulkItemsBatchSize: 500,
  /** Maximum errors in the response of a bulk import. */
  bulkItemErrors: 1_000,
  /** Maximum items returned by one search on a list. */
  foundItems: 1_000,
  /** Maximum values of one request that checks several. */
  listChecks: 100,
  /** Milliseconds between two writes of list matches to the database. If a process crashes, the matches of up to this time are lost. */
  listMatchesMs: 10_000,
  /** Maximum evaluations, newest first, for one preview of a list. Each is evaluated again for each value it looked up. */
  listImpactRuns: 5_000,
  listImpactSample: 20,
  /** Records that are evaluated again while a user types a rule, limited to one page, and the maximum characters of its text. */
  flips: { records: 200, usual: 50, sourceCharacters: 1_000_000 },
  /** Milliseconds between two aggregations of inbox changes. A summary reads the changes of this time and few other rows. */
  inboxAddUpMs: 30_000,
  organizationNameCharacters: 200,
  /** Devices on one page, enough for a user to see all devices of an entity at once. */
  devicePageRows: 1_000,
  /** Maximum devices of one investigation context, each of which requires queries for its addresses and its other entities. */
  contextDevices: 200,
  /** Maximum addresses, and other entities, of one device in an investigation context. */
  contextRowsOfDevice: 20,
  /** Maximum events, and transactions, of an investigation context. */
  contextRecentRows: 20,
  contextAlerts: 50,
  contextRelations: 50,
  /** Newest events of an entity whose distances are checked for an investigation context. */
  contextTravelEvents: 500,
  alertNameCharacters: 500,
  alertDescriptionCharacters: 10_000,
  /** Maximum alerts changed by one request. They are locked together, and each has an audit entry and its own events. */
  alertsPerBulkRequest: 500,
  /** Milliseconds between two searches for work of people whose rights have changed, and the maximum items that one transaction releases. */
  workReleaseMs: 5_000,
  workReleaseItems: 500,
  /** How long work waits for a change to be undone before it is released: longer than the console offers to undo it. */
  workReleaseDelaySeconds: 60,
  /** How long the search for the work of one person goes on: longer than any request that may still assign work to them. */
  workReleaseSeconds: 120,
  /** Maximum alerts of one case, since all are returned in one response, and closing resolves them in one transaction. */
  alertsPerCase: 1_000,
  caseTags: 50,
  caseTagCharacters: 100,
  noteCharacters: 10_000,
  /** Milliseconds between two searches for asynchronous evaluations that no process was notified of. */
  waitingRunsSweepMs: 10_000,
  /** Maximum attempts of one evaluation. The delay doubles after each. */
  waitingRunAttempts: 6,
  /** Milliseconds between two counts of an organization's evaluations for its rules, and the maximum for one that has none. */
  ruleCountMs: 5_000,
  ruleCountRestMs: 60_000,
  /**
   * Evaluations counted in one transaction: in the background, and while a request waits for the result. Also the maximum number of such
   * transactions for one search or request.
   */
  ruleCountRunsBeside: 1_000,
  ruleCountRuns: 2_000,
  ruleCountSteps: 25,
  /** Milliseconds for which statistics on the fields of rules are cached, the number of cached samples, and the records of one sample. */
  fieldStatisticsMs: 300_000,
  fieldStatisticsKept: 100,
  fieldStatisticsRecords: 500,
  /** Maximum number of paths for which it is stored in how many records they make a rule unknown. */
  unknownPathsKept: 5_000,
  /** Maximum rule sets listed for a batch, newest first, among those that evaluated its rows. */
  batchRuleSets: 100,
  /**
   * Limits of the search for the busiest window key: windows per request, newest records of each, most frequent keys among them, and newest
   * records of each of those. Altogether far less than a million.
   */
  busiestKeyWindows: 5,
  busiestKeySample: 20_000,
  busiestKeys: 2,
  busiestKeyRows: 30_000,
  /** Milliseconds for which the result is cached, and the number of windows in the cache. */
  busiestKeyMs: 60_000,
  busiestKeyKept: 1_000,
  /** Days of evaluations covered by the count of those in which a window of a rule had too many rows. */
  tooManyRowsDays: 14,
  /** Milliseconds between two checks of what all active rules read, and records of each of the periods compared. */
  driftCheckMs: 6 * 60 * 60 * 1000,
  driftRecords: 1_000,
  /** Milliseconds between two checks whether a day has ended whose sample has not been replayed. */
  replaySampleMs: 60 * 60 * 1000,
  /** Milliseconds between two checks of the guards of rules. */
  guardCheckMs: 30_000,
  /** Time slots of payment figures that a process keeps for all organizations: about 20 MB if all are in use. */
  operationsSlots: 100_000,
  /**
   * Milliseconds that other processes have to report their figures, milliseconds for which the result is cached, and the size of the cache.
   */
  operationsReportMs: 1_500,
  operationsReportTtlMs: 1_000,
  operationsReports: 1_000,
  /** Milliseconds between two updates to sockets. */
  operationsTellMs: 5_000,
  /** Newest payments included in statistics, and the maximum age in days when grouped by hour and by day. */
  statsPayments: 200_000,
  statsDays: { hour: 14, day: 366 },
  statsRules: 10,
  /** Maximum teams of an account, and members of a team, since the event about a deleted team names each member. */
  teams: { account: 200, members: 500 },
  /** Maximum child organizations of one organization, since the owners of the parent are members of each, and one list has them all. */
  childOrganizations: 500,
  /** Maximum webhooks of one organization, since each event is checked against all of them. */
  webhooks: 20,
  webhookNameCharacters: 200,
  webhookDescriptionCharacters: 1_000,
  webhookUrlCharacters: 2_048,
  webhookVersionCharacters: 50,
  /** Maximum event names of one webhook, characters of each, and values of one key of its filters. */
  webhookEvents: 100,
  webhookEventCharacters: 100,
  webhookFilterValues: 250,
  /** Maximum headers of one webhook, and characters of the name and the value of each. */
  webhookHeaders: 10,
  webhookHeaderNameCharacters: 100,
  webhookHeaderValueCharacters: 2_000,
  /** Bounds for the milliseconds that a receiver has to respond. */
  webhookTimeoutMs: { least: 1_000, most: 30_000 },
  /** Hours for which a replaced secret is used for signatures in addition to the new one. */
  webhookOverlapHours: 72,
  /** Maximum characters of one setting of an integration, such as a token or an address. */
  integrationSettingCharacters: 2_000,
  /** Maximum groups of integrations of one organization, integrations of one group, and characters of its name and slug. */
  enrichmentGroups: 100,
  enrichmentGroupCodes: 20,
  enrichmentGroupNameCharacters: 200,
  enrichmentGroupSlugCharacters: 64,
  /**
   * Maximum screening profiles of one organization in addition to its default, lists and topics of one profile, characters of its name, and
   * of a topic or list.
   */
  screeningProfiles: 50,
  screeningProfileLists: 50,
  screeningProfileNameCharacters: 200,
  screeningTopicCharacters: 64,
  /** Maximum number of days that a list may go unchecked. */
  screeningListDays: 90,
  /** Maximum names in one request, and total characters about one name. A worker thread takes half a millisecond for each name. */
  screeningNames: 500,
  /** Screenings that the trial of a profile repeats, the days they are from, and the hits of each kind that it shows. */
  screeningTrial: { screenings: 1_000, days: 30, shown: 200 },
  /** Entities to which a decision for the entire organization applies at once. The others follow in the background. */
  screeningEntitiesAlike: 100,
  /** Milliseconds between two searches for matches whose state must be updated, and the maximum number of entities per search. */
  screeningRestatingMs: 60_000,
  screeningRestatedEntities: 500,
  /** Timeout in milliseconds for the object store, maximum bytes of one encrypted object, and objects per page of a listing. */
  blobMs: 30_000,
  blobBytes: 12_582_912,
  blobsListed: 1_000,
} as const;
