import type { Transaction } from '../../../../platform/database/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import { enqueueNotificationEmails, findRecipients, notificationEvents } from '../../../tenancy/members/index.js';
import type { DataListRow } from '../../data-lists/index.js';

/** Tells who made a list, or the owners where nobody of the account did, that its file has not come for some time. */
export async function tellOfFailures(
  client: Transaction,
  { organizationId, id, name, createdBy }: DataListRow,
  { failures, problem }: { readonly failures: number; readonly problem: string },
): Promise<void> {
  const makers = await findRecipients(client, organizationId, [createdBy]);
  const members = makers.length > 0 ? makers : await findRecipients(client, organizationId, 'owners');
  const notification = {
    title: `The data list ${name} could not be synced`,
    body: `${failures} tries in a row failed, the last one because ${problem}. The list stays as it was, and it is tried again.`,
    link: `/lists/${id}`,
  };
  await writeEvents(client, notificationEvents(organizationId, members, notification));
  enqueueNotificationEmails(
    client,
    organizationId,
    members.map(({ email }) => email),
    notification,
  );
}
