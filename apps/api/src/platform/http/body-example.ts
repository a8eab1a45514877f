import { ApiExtension } from '@nestjs/swagger';

/** Key in an operation that contains its example until `describeOperations` has moved it to the body. */
export const bodyExample = 'x-body-example';

/** Declares an example body of the operation for the OpenAPI document. */
export const BodyExample = (example: object): MethodDecorator => ApiExtension(bodyExample, example);

/** An id for examples. It need not exist. */
export const exampleId = '0190a0f0-0000-7000-8000-000000000001';
