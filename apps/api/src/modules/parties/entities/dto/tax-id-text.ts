import type { TextOptions } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

/** Text options for a tax id: every spelling contains letters or digits. */
export const taxIdText = (name: string): TextOptions => ({
  min: 1,
  max: limits.taxIdCharacters,
  pattern: /[\p{L}\p{N}]/u,
  patternMessage: `${name} must contain letters or digits`,
});
