import { Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { type FileFormat, FileReadings, type RowOf, TooManyFilesWait } from '@tamis/table-files';

import type { ApiError, UploadedFile } from '../http/index.js';
import { limits } from '../limits.js';
import { overloadedError } from '../load/index.js';

/** Reads uploaded files in worker threads. This thread handles only some rows at a time. */
@Injectable()
export class ReadFiles implements OnApplicationShutdown {
  private readonly readings = new FileReadings(limits.fileReadings);

  /** Yields the rows of a file. Throws `TableFormatError` if it cannot be read, and 503 while too many files are waiting. */
  async *rows<Format extends FileFormat>(
    organizationId: string,
    file: Pick<UploadedFile, 'hold' | 'release'>,
    format: Format,
  ): AsyncGenerator<RowOf<Format>> {
    const fd = file.hold();
    try {
      yield* this.readings.read(organizationId, fd, format);
    } catch (error) {
      throw error instanceof TooManyFilesWait ? tooManyFilesError() : error;
    } finally {
      file.release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    await this.readings.stop();
  }
}

const tooManyFilesError = (): ApiError =>
  overloadedError('Too many files of the organization or of all organizations are waiting to be read; try again');

@Global()
@Module({ providers: [ReadFiles], exports: [ReadFiles] })
export class FilesModule {}
