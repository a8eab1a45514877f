export { linkLimits } from './domain/link-limits.js';
export { EmailLinks, type LinkEmail } from './use-cases/email-links.js';
export { endDue } from './use-cases/end-due.js';
export { expiryOf, Links, type PageLink } from './use-cases/links.js';
export { LinksModule, VisitLinks } from './use-cases/visit-links.js';
