import type { LinkEmail } from '../../links/index.js';
import type { DocumentRequest } from '../domain/document-request.js';

/** Returns the email to the recipient of a document request. */
export const requestEmail = (request: DocumentRequest): LinkEmail => {
  const { organizationId, recipientEmail: recipient, expiresAt, message, documents } = request;
  const payload = { message, documents: documents.map(({ label }) => label) };
  return { organizationId, event: 'mail.document_request', recipient, expiresAt, payload };
};
