import { Module } from '@nestjs/common';

import { AuthModule } from '../../../platform/auth/index.js';
import { EmailLinks } from './use-cases/email-links.js';
import { Links } from './use-cases/links.js';
import { VisitLinks } from './use-cases/visit-links.js';

/** Links on which people show something, with a secret that is their only right. */
@Module({ imports: [AuthModule], providers: [EmailLinks, Links, VisitLinks], exports: [EmailLinks, Links, VisitLinks] })
export class LinksModule {}
