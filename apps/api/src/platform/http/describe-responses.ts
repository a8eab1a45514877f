import type { OpenAPIObject } from '@nestjs/swagger';

import { describeErrors } from './describe-errors.js';

/** Adds to the description of every route what all answers have: the id of the request, and the bodies of errors. */
export function describeResponses(document: OpenAPIObject): OpenAPIObject {
  for (const schema of Object.values(document.components?.schemas ?? {})) {
    if ('properties' in schema && schema.properties && 'success' in schema.properties) {
      schema.properties['requestId'] = { type: 'string', description: 'Also in the header `X-Request-Id`' };
    }
  }
  return describeErrors(document);
}
