/** A step of a build target: the kinds that docker/Dockerfile uses. */
export type Step =
  | {
      readonly does: 'copy';
      readonly from?: string;
      readonly sources: readonly string[];
      readonly target: string;
    }
  | { readonly does: 'run'; readonly command: string };

export interface BuildTarget {
  readonly name: string;
  /** Another target, or an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** Parses the targets of a Dockerfile in which every instruction except LABEL is one line. */
export function buildTargets(dockerfile: string): BuildTarget[] {
  const targets: (BuildTarget & { steps: Step[] })[] = [];
  for (const line of dockerfile.split('\n')) {
    const [instruction, ...words] = line.split(' ');
    if (instruction === 'FROM') targets.push({ name: words[2]!, base: words[0]!, steps: [] });
    if (instruction === 'RUN') targets.at(-1)!.steps.push({ does: 'run', command: words.join(' ') });
    if (instruction === 'COPY') targets.at(-1)!.steps.push(copyStep(words));
  }
  return targets;
}

function copyStep(words: readonly string[]): Step {
  const [, from] = /^--from=(.+)$/.exec(words[0]!) ?? [];
  const paths = from === undefined ? words : words.slice(1);
  return { does: 'copy', from, sources: paths.slice(0, -1), target: paths.at(-1)! };
}
