import { EnumField } from '../../../platform/http/index.js';
import { type BatchAction, batchActions, type BatchKind, batchKinds } from '../../batch-jobs/index.js';

/** Body of `POST /batch-import/jobs/{id}/control`. */
export class ControlBatchBody {
  @EnumField(batchKinds, 'BatchKind', { required: true }) kind!: BatchKind;
  @EnumField(batchActions, 'BatchAction', {
    required: true,
    description: '`pause` has it wait; what `rollback_all` has stored is stored again afterwards',
  })
  action!: BatchAction;
}
