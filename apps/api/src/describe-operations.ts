import type { OpenAPIObject } from '@nestjs/swagger';

import { operationSummaries, requestExamples } from './operation-texts.js';

interface Operation {
  readonly operationId?: string;
  summary?: string;
  security?: unknown;
  readonly requestBody?: { readonly content?: Record<string, { example?: unknown; examples?: unknown }> };
}

const methods = ['get', 'put', 'post', 'patch', 'delete'] as const;

/** The document with the summary of each operation, an example of each body, and which operations ask for no key. */
export function describeOperations(document: OpenAPIObject): OpenAPIObject {
  for (const path of Object.values(document.paths)) {
    for (const method of methods) {
      const operation = path[method] as Operation | undefined;
      if (operation?.operationId === undefined) continue;
      const summary = operationSummaries[operation.operationId];
      if (summary !== undefined) operation.summary = summary;
      operation.security ??= [];
      const body = operation.requestBody?.content?.['application/json'];
      const example = requestExamples[operation.operationId];
      if (body && example && body.examples === undefined) body.example = example;
    }
  }
  return document;
}
