/** What a stage of a Dockerfile does to its files, as far as ours does it. */
export type Step =
  | {
      readonly does: 'copy';
      readonly from?: string;
      readonly sources: readonly string[];
      readonly target: string;
    }
  | { readonly does: 'run'; readonly command: string };

export interface BuildStage {
  readonly name: string;
  /** Another stage, or an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** Reads the stages of a Dockerfile in which every instruction but LABEL is one line. */
export function buildStages(dockerfile: string): BuildStage[] {
  const stages: (BuildStage & { steps: Step[] })[] = [];
  for (const line of dockerfile.split('\n')) {
    const [instruction, ...words] = line.split(' ');
    if (instruction === 'FROM') stages.push({ name: words[2]!, base: words[0]!, steps: [] });
    if (instruction === 'RUN') stages.at(-1)!.steps.push({ does: 'run', command: words.join(' ') });
    if (instruction === 'COPY') stages.at(-1)!.steps.push(copyStep(words));
  }
  return stages;
}

function copyStep(words: readonly string[]): Step {
  const [, from] = /^--from=(.+)$/.exec(words[0]!) ?? [];
  const paths = from === undefined ? words : words.slice(1);
  return { does: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1)! };
}
