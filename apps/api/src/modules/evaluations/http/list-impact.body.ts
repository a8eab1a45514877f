import { IntegerField, TextArrayField } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';

/** `POST /data-lists/{id}/impact`. */
export class ListImpactBody {
  @TextArrayField({ required: true, min: 1, max: 20, maxText: limits.dataListValueCharacters }) values!: string[];
  @IntegerField({ min: 1, max: 90, description: 'How far back; default 90' }) days?: number;
}
