import type { ApiPropertyOptions } from '@nestjs/swagger';

/** In the OpenAPI document: any JSON value but null. */
export const anyValue = {
  oneOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {} },
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
  ],
} satisfies ApiPropertyOptions;

/** Any JSON value. */
export const anyValueOrNull = { ...anyValue, nullable: true } satisfies ApiPropertyOptions;
