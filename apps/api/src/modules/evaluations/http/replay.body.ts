import { EnumField } from '../../../platform/http/index.js';

/** Body of `POST /evaluations/{id}/replay`. */
export class ReplayBody {
  @EnumField(['inputs'], 'ReplayMode', { description: '`inputs`: decide again from what was read then' })
  mode?: 'inputs';
}
