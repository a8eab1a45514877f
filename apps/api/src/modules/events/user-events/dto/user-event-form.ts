import { fieldPathsOf } from '../../../../platform/http/index.js';
import { recordSchema } from '../../column-mappings/index.js';
import { CreateUserEventBody } from './create-user-event.body.js';

/** What the rows of a file of user events are to become. */
export const userEventForm = recordSchema('a user event', fieldPathsOf(CreateUserEventBody));
