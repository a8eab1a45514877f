import { isUUID, ValidateBy } from 'class-validator';

import { Field } from './field.js';

/** One id of a risk matrix, or several. */
export const MatrixIdField = ({ max }: { readonly max: number }): PropertyDecorator =>
  Field(
    { description: 'As riskMatrixIds, which takes precedence where it is not empty' },
    {
      oneOf: [
        { type: 'string', format: 'uuid' },
        { type: 'array', items: { type: 'string', format: 'uuid' }, maxItems: max },
      ],
    },
    [
      ValidateBy({
        name: 'areMatrixIds',
        validator: {
          validate: (value) =>
            Array.isArray(value) ? value.length <= max && value.every((id) => isUUID(id)) : isUUID(value),
          defaultMessage: () => '$property must be the UUID of a risk matrix, or a list of them',
        },
      }),
    ],
  );
