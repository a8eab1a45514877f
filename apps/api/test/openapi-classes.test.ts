import 'reflect-metadata';
import { Controller, Get, Module, type Type } from '@nestjs/common';
import { ApiOkResponse, ApiProperty } from '@nestjs/swagger';

import { makeOpenApiDocument } from '../src/openapi.js';

/** Returns the response classes of two routes: a class of the given name, and another class that contains one. */
function classesOf(first: 'Thing' | 'Other', second: 'Thing' | 'Other'): readonly [Type, Type] {
  class One {
    @ApiProperty() size!: number;
  }
  class Two {
    @ApiProperty() colour!: string;
  }
  Object.defineProperty(One, 'name', { value: first });
  Object.defineProperty(Two, 'name', { value: second });
  class Holder {
    @ApiProperty({ type: () => [Two] }) all!: readonly Two[];
  }
  return [One, Holder];
}

async function describing([one, two]: readonly [Type, Type]): Promise<string> {
  @Controller('one')
  class OneController {
    @Get()
    @ApiOkResponse({ type: one })
    get(): void {}
  }
  @Controller('two')
  class TwoController {
    @Get()
    @ApiOkResponse({ type: two })
    get(): void {}
  }
  @Module({ controllers: [OneController, TwoController] })
  class Described {}
  return JSON.stringify((await makeOpenApiDocument({ module: Described })).components?.schemas);
}

describe('API description and its source classes', () => {
  it('rejects two different classes with the same name', async () => {
    await expect(describing(classesOf('Thing', 'Thing'))).rejects.toThrow(
      'two classes of the API description have the name Thing',
    );
    const described = await describing(classesOf('Thing', 'Other'));
    for (const word of ['size', 'colour']) expect(described).toContain(word);
  });
});
