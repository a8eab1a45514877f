import { Global, Injectable, Logger, Module } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { InjectPgPool, inTransaction, type PgPool } from '../database/index.js';
import { MailServer } from '../egress/index.js';
import { limits } from '../limits.js';
import { Metrics } from '../metrics/index.js';
import { PeriodicJob, PeriodicTask } from '../periodic-task.js';
import { Secrets } from '../secrets/index.js';
import { whileRenewed } from '../while-renewed.js';
import {
  deleteOldEmails,
  type EmailOutcome,
  type EmailResult,
  type LeasedEmail,
  leaseEmails,
  renewEmails,
  settleEmails,
} from './email-queue.js';
import { EmailPrinter } from './email-printer.js';
import { emailText } from './email-text.js';
import { OneTimeLinks } from './one-time-links.js';
import { emailTokenUse } from './outgoing-emails.js';

const most = limits.emailsAtOnce;

/**
 * Sends the emails queued in `outgoing_emails` through the mail server of `MAIL_URL`, each at least once. After a crash between sending and
 * recording it, an email is sent again with the same Message-ID.
 */
@Injectable()
export class SendEmails extends PeriodicJob {
  private readonly logger = new Logger('emails');
  private readonly lease = limits.emailLease;
  private readonly counts: Record<EmailOutcome | 'retried', number> = { sent: 0, refused: 0, simulated: 0, retried: 0 };

  /** A mail server may be configured for some processes only. */
  protected override readonly isOfProcess = true;
  protected override readonly task = new PeriodicTask('emails', 'sending emails failed', limits.emailsEveryMs, () =>
    this.sendDue(),
  );

  constructor(
    @InjectPgPool() private readonly pool: PgPool,
    private readonly config: AppConfig,
    private readonly server: MailServer,
    private readonly secrets: Secrets,
    metrics: Metrics,
  ) {
    super();
    metrics.addCounter({
      name: 'tamis_emails_total',
      help: 'Emails handed to the mail server, by result',
      label: 'outcome',
      read: () => ({ ...this.counts }),
    });
  }

  /** Without a mail server, nothing is queued: users who manage members receive links. */
  override onApplicationBootstrap(): void {
    if (this.server.isNamed) super.onApplicationBootstrap();
  }

  /** Sends due emails and returns how many were handed to the mail server. */
  sendDue(): Promise<number> {
    return this.task.runInBatches(most, () => this.sendSome());
  }

  private async sendSome(): Promise<number> {
    const { leaseMs, renewMs: everyMs } = this.lease;
    const lease = { most, leaseMs, dailyLimit: limits.emailsPerOrganizationDay };
    const leased = await inTransaction(this.pool, null, (client) => leaseEmails(client, lease));
    if (leased.length === 0) return 0;
    const renew = () => inTransaction(this.pool, null, (client) => renewEmails(client, leased, leaseMs));
    const renewal = { what: 'emails', everyMs, renew, logger: this.logger };
    const results = await whileRenewed(renewal, () => Promise.all(leased.map((email) => this.send(email))));
    await inTransaction(this.pool, null, (client) => settleEmails(client, results));
    for (const { outcome } of results) this.counts[outcome ?? 'retried'] += 1;
    return leased.length;
  }

  private async send(email: LeasedEmail): Promise<EmailResult> {
    const { id, organizationId, event, recipient, payload, masterKeyId, expiresAt, attempt } = email;
    const retrySeconds = limits.emailRetrySeconds[Math.min(attempt, limits.emailRetrySeconds.length) - 1]!;
    const told = { id, attempt, retrySeconds };
    const retry = (problem: string): EmailResult => ({ ...told, outcome: null, problem });
    try {
      const token = masterKeyId === null ? '' : this.secrets.deriveToken(emailTokenUse(id), masterKeyId).token;
      const origin = this.config.publicOrigins[0] ?? null;
      const sent = await this.server.send(organizationId, {
        id,
        to: recipient,
        ...emailText(event, { payload, token, expiresAt }, origin),
      });
      if (sent.ok) return { ...told, outcome: 'sent', problem: null };
      const { kind, message } = sent.error;
      if (kind === 'sandbox') return { ...told, outcome: 'simulated', problem: null };
      // The address is personal data, so the log identifies the email by its id.
      this.logger.warn(
        `email ${id} (${event}) was ${kind === 'refused' ? 'refused' : 'not accepted; it will be retried'}: ${message}`,
      );
      return kind === 'refused' ? { ...told, outcome: 'refused', problem: message } : retry(message);
    } catch (error) {
      this.logger.warn(`sending email ${id} (${event}) failed and will be retried: ${String(error)}`);
      return retry('it could not be rendered');
    }
  }
}

/** Deletes emails that ended or expired, whether or not a mail server is configured. */
@Injectable()
export class RemoveOldEmails extends PeriodicJob {
  protected override readonly task: PeriodicTask = new PeriodicTask(
    'emails',
    'removing old emails failed',
    limits.oldEmailsSweepMs,
    () =>
      this.task.runInBatches(limits.oldEmailsSweepRows, (rows) =>
        inTransaction(this.pool, null, (client) => deleteOldEmails(client, limits.endedEmailDays, rows)),
      ),
  );

  constructor(@InjectPgPool() private readonly pool: PgPool) {
    super();
  }
}

@Global()
@Module({
  providers: [EmailPrinter, OneTimeLinks, SendEmails, RemoveOldEmails],
  exports: [EmailPrinter, OneTimeLinks],
})
export class MailModule {}
