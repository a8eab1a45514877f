import { IsBoolean } from 'class-validator';

import { CountryField, EnumField, Field, JsonObjectField, TextField } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';

const switches: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** Query of `POST /integration-execution/execute-without-entity`. */
export class ProbeQuery {
  @Field(
    { description: '`true` or `1`: only returns cached results; nothing is called and nothing is charged' },
    { type: Boolean },
    [IsBoolean({ message: 'cached must be true, false, 1 or 0' })],
    { parse: (text) => (typeof text === 'string' && Object.hasOwn(switches, text) ? switches[text] : text) },
  )
  cached?: boolean;
}

/** `POST /integration-execution/execute-without-entity`. */
export class ProbeBody {
  @TextField({ required: true, min: 1, max: 100, example: 'br_receita_cnpj' }) integrationCode!: string;
  @CountryField({ required: true }) country!: string;
  @EnumField(['person', 'company'], 'IntegrationEntityType', { required: true }) type!: 'person' | 'company';
  @TextField({ max: limits.taxIdCharacters, description: 'At least one of taxId and name is required' })
  taxId?: string | null;
  @TextField({ max: limits.entityNameCharacters }) name?: string | null;
  @JsonObjectField({ description: 'Parameters of the integration. Default {}' })
  parameters?: Record<string, unknown> | null;
}
