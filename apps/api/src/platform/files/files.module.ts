import { Global, Module } from '@nestjs/common';

import { ReadFiles } from './read-files.js';

@Global()
@Module({ providers: [ReadFiles], exports: [ReadFiles] })
export class FilesModule {}
