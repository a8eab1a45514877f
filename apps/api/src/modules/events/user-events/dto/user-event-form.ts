import { membersOf } from '../../../../platform/http/index.js';
import { recordForm } from '../../column-mappings/index.js';
import { CreateUserEventBody } from './create-user-event.body.js';

/** What the rows of a file of user events are to become. */
export const userEventForm = recordForm('a user event', membersOf(CreateUserEventBody));
