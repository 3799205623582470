import { Directory } from '@care-atlas/domain/directory';
import type { ReadModel } from '@care-atlas/domain/read-model';
import { FULL_SIZES } from '@care-atlas/domain/access';
import { localReader } from '../src/directory/directory-reader.js';
import type { Language } from '../src/texts/texts.js';
import type { ToolAnswer } from '../src/tools/declaration/tool.js';
import { TOOLS } from '../src/tools/tools.js';
import { unconnectedFeed } from '../../../libs/data/test/unconnected-feed.js';
import { NOW } from '../../../libs/domain/test/builders.js';
import { testModel } from './directory-records.js';

interface AskOptions {
  readonly sizes?: typeof FULL_SIZES;
  readonly model?: ReadModel;
  readonly language?: Language;
  readonly now?: Date;
}

/** Calls a tool on the test directory, by default with the sizes of a live key. */
export async function ask(
  name: string,
  args: Readonly<Record<string, unknown>> = {},
  { sizes = FULL_SIZES, model = testModel(), language, now = NOW }: AskOptions = {},
): Promise<ToolAnswer> {
  const directory = localReader(
    new Directory(
      () => model,
      () => now,
    ),
    unconnectedFeed(),
  );
  return TOOLS.find((tool) => tool.name === name)!.answer(args, {
    directory,
    sizes,
    language,
    clock: () => now,
  });
}
