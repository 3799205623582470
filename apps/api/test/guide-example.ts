import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const DOCS = join(import.meta.dirname, '../../../docs');
const API = 'http://localhost:3000/api/v1';

/** A request in a guide, and the answer that it shows. */
export interface GuideExample {
  readonly guide: string;
  /** Path and query, below the address of the API. */
  readonly path: string;
  readonly key: string | null;
  readonly status: number;
  readonly accept: string | undefined;
  /** The answer in the guide, if it shows one: JSON, or CSV as text. */
  readonly shown?: unknown;
}

interface Block {
  readonly language: string;
  readonly text: string;
}

/** Returns every curl request in the guides with the JSON or CSV block that follows it. */
export function guideExamples(): GuideExample[] {
  const files = readdirSync(join(DOCS, 'guides'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => {
      const blocks = blocksOf(file);
      return blocks.flatMap(({ language, text }, index) => {
        if (language !== 'sh') return [];
        const next = blocks[index + 1];
        return [
          exampleOf(file, text, next?.language === 'json' || next?.language === 'csv' ? next : undefined),
        ];
      });
    });
}

/** Returns the code blocks of a guide. @param file its path below docs/guides */
export function blocksOf(file: string): readonly Block[] {
  return Array.from(
    readFileSync(join(DOCS, 'guides', file), 'utf8').matchAll(/^```(\w+)\n([^]*?)^```/gm),
    ([, language = '', text = '']) => ({ language, text }),
  );
}

function exampleOf(guide: string, command: string, next: Block | undefined): GuideExample {
  const url = /'(http[^']+)'/.exec(command)?.[1];
  if (!command.startsWith('curl ') || !url?.startsWith(API)) throw new Error(`${guide}: ${command}`);
  return {
    guide,
    path: url.slice(API.length),
    key: /Bearer (\S+)'/.exec(command)?.[1] ?? null,
    status: Number(/^# answers (\d+)$/m.exec(command)?.[1] ?? 200),
    accept: /Accept: ([^']+)'/.exec(command)?.[1],
    ...(next && { shown: next.language === 'csv' ? next.text : JSON.parse(next.text) }),
  };
}

/** Returns the differences in shape: members that are missing, additional or of another type. */
export function departures(shown: unknown, answer: unknown, at = 'answer'): string[] {
  if (Array.isArray(shown)) {
    if (!Array.isArray(answer)) return [`${at} is no list`];
    return shown.length === 0 || answer.length === 0 ? [] : departures(shown[0], answer[0], `${at}[0]`);
  }
  if (typeof shown === 'object' && shown !== null) {
    if (typeof answer !== 'object' || answer === null) return [`${at} is no object`];
    const members = answer as Readonly<Record<string, unknown>>;
    const missing = Object.entries(shown).flatMap(([name, value]) =>
      name in members ? departures(value, members[name], `${at}.${name}`) : [`${at}.${name} is missing`],
    );
    const more = Object.keys(members).filter((name) => !(name in shown));
    return [...missing, ...more.map((name) => `${at}.${name} is not shown`)];
  }
  return typeof shown === typeof answer ? [] : [`${at} is ${typeof answer}`];
}
