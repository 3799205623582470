import { Directory } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { localReader } from '../src/connector/directory-reader.js';
import type { ToolAnswer } from '../src/tools/tool.js';
import { TOOLS } from '../src/tools/tools.js';
import { NOW, testModel } from './directory-records.js';

/** Asks a tool of the test directory, with a live key unless `sizes` says otherwise. */
export async function ask(
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  { sizes = FULL_SIZES, model = testModel() }: { sizes?: typeof FULL_SIZES; model?: ReadModel } = {},
): Promise<ToolAnswer> {
  const directory = localReader(
    new Directory(
      () => model,
      () => NOW,
    ),
  );
  return TOOLS.find((tool) => tool.name === name)!.answer(args, { directory, sizes });
}
