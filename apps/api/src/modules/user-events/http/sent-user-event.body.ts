import { NestedField } from '../../../platform/http/index.js';
import { DescribedEntityBody } from '../../entities/index.js';
import { CreateUserEventBody } from './create-user-event.body.js';

/** A user event that rules are run on without its being stored. */
export class SentUserEventBody extends CreateUserEventBody {
  @NestedField(() => DescribedEntityBody, { description: 'over the stored one that the event names, or in its place' })
  entity?: DescribedEntityBody;
}
