import { fieldPathsOf } from '../../../../platform/http/index.js';
import { recordSchema } from '../../column-mappings/index.js';
import { CreateUserEventBody } from './create-user-event.body.js';

/** Schema of the records in a file of user events. */
export const userEventForm = recordSchema('a user event', fieldPathsOf(CreateUserEventBody));
