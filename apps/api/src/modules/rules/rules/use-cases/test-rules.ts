import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { readRules } from '@tamis/lang';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import { findRiskMatrices, type RiskMatrix } from '../../../decisions/rule-sets/index.js';
import type { LibraryNames } from '../domain/library-names.js';
import { currentMatrices, matrixText } from '../domain/matrix-texts.js';
import type { TestFile, TestFilesResult, TestJob } from '../domain/test-files.js';
import { readLibraryNames } from '../persistence/library-names-store.js';
import { findRule } from '../persistence/rule-store.js';
import { resolveLists } from './resolve-lists.js';
import { destroyTestWorkers, runTestsInWorker } from './run-tests-in-worker.js';

/** What is tested: files that share declarations, or stored rules in their newest versions. */
export type TestTarget =
  | { readonly files: readonly { readonly name: string; readonly source: string }[] }
  | { readonly ruleIds: readonly string[] };

/** `POST /rules/test`: runs the tests in texts. They read no data of the organization. */
@Injectable()
export class TestRules implements OnApplicationShutdown {
  constructor(private readonly database: TenantDatabase) {}

  async onApplicationShutdown(): Promise<void> {
    await destroyTestWorkers();
  }

  async test(
    organizationId: string,
    asked: TestTarget,
    wanted: Pick<TestJob, 'tests' | 'mutants'>,
  ): Promise<TestFilesResult> {
    const client = this.database.forOrganization(organizationId);
    const shared = await readLibraryNames(client, organizationId);
    const files = await loadTestFiles(client, organizationId, asked, shared);
    const matrices = undeclaredMatrices(files, await findRiskMatrices(client, organizationId));
    return runTestsInWorker({
      files,
      sharesDeclarations: 'files' in asked,
      shared: { source: [shared.source, ...matrices].join('\n') },
      matrices: {},
      ...wanted,
    });
  }
}

async function loadTestFiles(
  client: Queryable,
  organizationId: string,
  asked: TestTarget,
  shared: LibraryNames,
): Promise<readonly TestFile[]> {
  const named = 'files' in asked ? asked.files : await storedFiles(client, organizationId, asked.ruleIds);
  const ofShared = await resolveLists(client, organizationId, shared.file, {});
  const files: TestFile[] = [];
  for (const { name, source } of named) {
    const own = await resolveLists(client, organizationId, readRules(source).file, {});
    files.push({ name, source, lists: { ...ofShared, ...own } });
  }
  return files;
}

async function storedFiles(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<readonly { readonly name: string; readonly source: string }[]> {
  const files = new Map<string, string>();
  for (const id of ids) {
    const rule = await findRule(client, organizationId, id);
    if (!rule) throw notFound('Rule');
    files.set(`${rule.text.form.key}.rules`, rule.text.source);
  }
  return [...files].map(([name, source]) => ({ name, source }));
}

/** Returns the texts of stored matrices that the files do not declare themselves. */
function undeclaredMatrices(files: readonly TestFile[], matrices: readonly RiskMatrix[]): readonly string[] {
  const declared = files.flatMap(({ source }) => readRules(source).file.matrices.map(({ key }) => key.text));
  return [...currentMatrices(matrices).values()].filter(({ key }) => !declared.includes(key)).map(matrixText);
}
