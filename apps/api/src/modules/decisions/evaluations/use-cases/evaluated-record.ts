import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { TransactionClient } from '../../../../platform/database/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { GivenRate } from '../../currency-rates/index.js';
import type { RecordWrite } from '../persistence/evaluation-store.js';
import type { SetEntityStatus } from '../domain/entity-status-port.js';
import type { RunReport } from '../domain/run-report.js';
import type { RecordType, RunSubject } from '../domain/run-subject.js';

/** What a run leaves on its record, and what is said of that; the run itself is none of it. */
export interface KeptOfRun {
  readonly record: RecordWrite;
  readonly events: readonly OutboxEvent[];
  readonly entries: readonly AuditEntry[];
}

/** A stored record as rules are run on it on demand, by the module that keeps it. */
export interface EvaluatedRecord {
  readonly subject: RunSubject;
  /** Ids of the matrices that run when the caller names none; empty: the defaults. */
  readonly assigned: readonly string[];
  readonly setEntityStatus: SetEntityStatus;
  readonly keep: (report: RunReport) => KeptOfRun;
}

/** A record that rules can be run on while nothing of it is kept. */
export interface RunnableRecord {
  readonly recordType: RecordType;
  /** In the transaction of the run. */
  readonly lock: (client: TransactionClient) => Promise<Pick<EvaluatedRecord, 'subject'>>;
}

/** A record that is stored nowhere, as it was sent. */
export interface SentRecord {
  /** As the API that would create it takes it. */
  readonly record: object;
  /** The same as text. */
  readonly raw: string;
  /** By which its worth is told. */
  readonly rates: readonly GivenRate[];
}

/** A record that exists. */
export interface FoundRecord extends RunnableRecord {
  /** The entity whose runs follow one another; null: it waits for nobody. */
  readonly queue: string | null;
  /** Locks it until the transaction ends. Throws 404 when it is gone since. */
  readonly lock: (client: TransactionClient) => Promise<EvaluatedRecord>;
}

/** The records of one kind. */
export interface EvaluatedRecords {
  /** Throws 404 for a record the organization does not have. */
  find(organizationId: string, id: string): Promise<FoundRecord>;
  /** Throws 400 with paths below the record where the API that would create it refuses it, 404 for an entity it needs. */
  read(organizationId: string, sent: SentRecord): Promise<RunnableRecord>;
  /** Ids of the newest, the newest first. */
  newest(organizationId: string, recordType: RecordType, count: number): Promise<readonly string[]>;
}
