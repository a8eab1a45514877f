import { ApiExtension } from '@nestjs/swagger';

/** The member of an operation that holds its example until `describeOperations` has put it beside its body. */
export const bodyExample = 'x-body-example';

/** A body that the operation takes, for the OpenAPI document. */
export const BodyExample = (example: object): MethodDecorator => ApiExtension(bodyExample, example);

/** Of a record there need not be. */
export const exampleId = '0190a0f0-0000-7000-8000-000000000001';
