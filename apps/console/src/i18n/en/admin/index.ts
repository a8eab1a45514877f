import { access } from './access.js';
import { billing } from './billing.js';
import { lists } from './lists.js';
import { matrices } from './matrices.js';
import { organization } from './organization.js';
import { settings } from './settings.js';

export const admin = { settings, organization, access, lists, matrices, billing };

/** What every language has of the texts of who administers. */
export type AdminMessages = typeof admin;
