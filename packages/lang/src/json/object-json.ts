import type { ValueJson } from './value-json.js';

/** An object in the text (`meta`, `with { … }`): keys are paths or plain text, values are values, objects or lists of objects. */
export interface ObjectJson {
  readonly [key: string]: ObjectValueJson;
}

export type ObjectValueJson = ValueJson | ObjectJson | readonly ObjectJson[];
