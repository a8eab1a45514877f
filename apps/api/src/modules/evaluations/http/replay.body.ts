import { EnumField, TextField } from '../../../platform/http/index.js';

/** Body of `POST /evaluations/{id}/replay`. */
export class ReplayBody {
  @EnumField(['inputs', 'recompute'], 'ReplayMode', {
    description:
      '`inputs`: from what was read then; `recompute`: windows and rates are read again, lists as they were, and the record is what was evaluated',
  })
  mode?: 'inputs' | 'recompute';
  @TextField({
    min: 1,
    max: 67,
    description:
      'Version, a unique beginning of it, or number. Default: the set that decided; another reads its own inputs',
  })
  ruleSetVersion?: string;
}
