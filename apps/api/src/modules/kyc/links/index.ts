export { linkLimits } from './domain/link-limits.js';
export { LinksModule } from './links.module.js';
export { EmailLinks } from './use-cases/email-links.js';
export { Links, type PageLink } from './use-cases/links.js';
export { VisitLinks } from './use-cases/visit-links.js';
