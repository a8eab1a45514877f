import { Base1763600000000 } from './1763600000000-base.js';
import { Rules1763600100000 } from './1763600100000-rules.js';
import { Transactions1763600200000 } from './1763600200000-transactions.js';
import { RuleSetRevisions1763600300000 } from './1763600300000-rule-set-revisions.js';
import { RowSecurity1763600400000 } from './1763600400000-row-security.js';
import { Accounts1763600500000 } from './1763600500000-accounts.js';
import { RuleLanguage1763601000000 } from './1763601000000-rule-language.js';
import { RateWindows1763652180000 } from './1763652180000-rate-windows.js';
import { Audit1763652300000 } from './1763652300000-audit.js';
import { Idempotency1763652700000 } from './1763652700000-idempotency.js';
import { Secrets1763653100000 } from './1763653100000-secrets.js';
import { People1763653200000 } from './1763653200000-people.js';
import { EntityRecord1795195900000 } from './1795195900000-entity-record.js';
import { UserEvents1795195980000 } from './1795195980000-user-events.js';
import { CreationQuotas1795196100000 } from './1795196100000-creation-quotas.js';
import { ExternalIds1795196290000 } from './1795196290000-external-ids.js';
import { EntityAccounts1795196300000 } from './1795196300000-entity-accounts.js';
import { Relationships1795196400000 } from './1795196400000-relationships.js';
import { CreationBlocks1795196500000 } from './1795196500000-creation-blocks.js';
import { StatusOrder1795196620000 } from './1795196620000-status-order.js';
import { MatchKeys1795196690000 } from './1795196690000-match-keys.js';
import { EvaluationRules1795197060000 } from './1795197060000-evaluation-rules.js';
import { SealedLetters1795197380000 } from './1795197380000-sealed-letters.js';
import { RelatedRecords1795197578000 } from './1795197578000-related-records.js';
import { WaitingRuns1795198200000 } from './1795198200000-waiting-runs.js';
import { PaymentMethods1795198500000 } from './1795198500000-payment-methods.js';
import { Cases1795199900000 } from './1795199900000-cases.js';
import { ListRevisions1795200040000 } from './1795200040000-list-revisions.js';
import { RuleRuns1795200260000 } from './1795200260000-rule-runs.js';
import { CurrencyRates1795201132000 } from './1795201132000-currency-rates.js';
import { RuleApprovals1795201500000 } from './1795201500000-rule-approvals.js';
import { EvaluationTriggers1795200520000 } from './1795200520000-evaluation-triggers.js';
import { Partitions1795207860000 } from './1795207860000-partitions.js';
import { RuleCounts1795207700000 } from './1795207700000-rule-counts.js';
import { ScoreTriggers1795207900000 } from './1795207900000-score-triggers.js';
import { RecordKeys1795208100000 } from './1795208100000-record-keys.js';
import { ChildShares1795208820000 } from './1795208820000-child-shares.js';
import { DryRunCheckpoints1795219350813 } from './1795219350813-dry-run-checkpoints.js';
import { MatchAmounts1795223088389 } from './1795223088389-match-amounts.js';
import { DryRuns1795207907208 } from './1795207907208-dry-runs.js';
import { RuleSetApprovals1795208950000 } from './1795208950000-rule-set-approvals.js';
import { RuleGuards1795209012080 } from './1795209012080-rule-guards.js';
import { CheaperRows1795209600000 } from './1795209600000-cheaper-rows.js';
import { InboxCounts1795209900000 } from './1795209900000-inbox-counts.js';
import { RulePlans1795210535000 } from './1795210535000-rule-plans.js';
import { RuleDrift1795211686631 } from './1795211686631-rule-drift.js';
import { BatchJobs1795210200000 } from './1795210200000-batch-jobs.js';
import { BatchQueue1795219260000 } from './1795219260000-batch-queue.js';
import { RulePublications1795221300000 } from './1795221300000-rule-publications.js';
import { LighterWrites1795221600000 } from './1795221600000-lighter-writes.js';
import { LentParameters1795223400000 } from './1795223400000-lent-parameters.js';
import { LookedUpRecords1795219500000 } from './1795219500000-looked-up-records.js';
import { ReplaySamples1795219800000 } from './1795219800000-replay-samples.js';
import { NamesApprovals1795220100000 } from './1795220100000-names-approvals.js';
import { WindowParts1795224000000 } from './1795224000000-window-parts.js';
import { SettledTogether1795233900000 } from './1795233900000-settled-together.js';
import { FewerStatements1795234200000 } from './1795234200000-fewer-statements.js';
import { UndividedRuns1795234500000 } from './1795234500000-undivided-runs.js';
import { BatchSkips1795234800000 } from './1795234800000-batch-skips.js';
import { PackedOutbox1795235400000 } from './1795235400000-packed-outbox.js';
import { BatchPayments1795235500000 } from './1795235500000-batch-payments.js';
import { SortedPayments1795236400000 } from './1795236400000-sorted-payments.js';
import { ReturnedRequests1795236000000 } from './1795236000000-returned-requests.js';
import { ProvidedRates1795236300000 } from './1795236300000-provided-rates.js';
import { OutboxTransactions1795236600000 } from './1795236600000-outbox-transactions.js';
import { OldEvents1795236900000 } from './1795236900000-old-events.js';
import { CountsInPlace1795237200000 } from './1795237200000-counts-in-place.js';
import { ColumnMappings1795244400000 } from './1795244400000-column-mappings.js';
import { MetCosts1795248000000 } from './1795248000000-met-costs.js';
import { BatchUserEvents1795251600000 } from './1795251600000-batch-user-events.js';
import { Webhooks1795255200000 } from './1795255200000-webhooks.js';
import { WebhookDeliveries1795258800000 } from './1795258800000-webhook-deliveries.js';

/** In the order they run. A migration that has run anywhere is never changed: add another. */
export const migrations = [
  Base1763600000000,
  Rules1763600100000,
  Transactions1763600200000,
  RuleSetRevisions1763600300000,
  RowSecurity1763600400000,
  Accounts1763600500000,
  RuleLanguage1763601000000,
  RateWindows1763652180000,
  Audit1763652300000,
  Idempotency1763652700000,
  Secrets1763653100000,
  People1763653200000,
  EntityRecord1795195900000,
  UserEvents1795195980000,
  CreationQuotas1795196100000,
  ExternalIds1795196290000,
  EntityAccounts1795196300000,
  Relationships1795196400000,
  CreationBlocks1795196500000,
  StatusOrder1795196620000,
  MatchKeys1795196690000,
  EvaluationRules1795197060000,
  SealedLetters1795197380000,
  RelatedRecords1795197578000,
  WaitingRuns1795198200000,
  PaymentMethods1795198500000,
  Cases1795199900000,
  ListRevisions1795200040000,
  RuleRuns1795200260000,
  CurrencyRates1795201132000,
  RuleApprovals1795201500000,
  EvaluationTriggers1795200520000,
  Partitions1795207860000,
  RuleCounts1795207700000,
  ScoreTriggers1795207900000,
  RecordKeys1795208100000,
  ChildShares1795208820000,
  DryRuns1795207907208,
  RuleSetApprovals1795208950000,
  RuleGuards1795209012080,
  CheaperRows1795209600000,
  InboxCounts1795209900000,
  RulePlans1795210535000,
  RuleDrift1795211686631,
  BatchJobs1795210200000,
  BatchQueue1795219260000,
  DryRunCheckpoints1795219350813,
  RulePublications1795221300000,
  MatchAmounts1795223088389,
  LighterWrites1795221600000,
  LentParameters1795223400000,
  LookedUpRecords1795219500000,
  ReplaySamples1795219800000,
  NamesApprovals1795220100000,
  WindowParts1795224000000,
  SettledTogether1795233900000,
  FewerStatements1795234200000,
  UndividedRuns1795234500000,
  BatchSkips1795234800000,
  PackedOutbox1795235400000,
  BatchPayments1795235500000,
  ReturnedRequests1795236000000,
  ProvidedRates1795236300000,
  SortedPayments1795236400000,
  OutboxTransactions1795236600000,
  OldEvents1795236900000,
  CountsInPlace1795237200000,
  ColumnMappings1795244400000,
  MetCosts1795248000000,
  BatchUserEvents1795251600000,
  Webhooks1795255200000,
  WebhookDeliveries1795258800000,
] as const;
