import {
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { PromptArguments, PromptTexts } from '../texts/en/prompts.js';
import { inEach, type Texts } from '../texts/texts.js';

type PromptName = keyof PromptTexts;

/** The prompts, in the order of prompts/list, and the arguments that each requires. */
const REQUIRED: Readonly<Record<PromptName, readonly string[]>> = {
  find_doctor: ['specialty'],
  find_clinic: [],
  compare_doctors: ['cpso', 'other'],
  read_reviews_critically: ['cpso'],
};
export const PROMPT_NAMES = Object.keys(REQUIRED) as readonly PromptName[];

export const PROMPTS = inEach((_language, { prompts }): ListPromptsResult => ({
  prompts: PROMPT_NAMES.map((name) => ({
    name,
    title: prompts[name].title,
    description: prompts[name].description,
    arguments: Object.entries(prompts[name].arguments).map(([argument, description]) => ({
      name: argument,
      description,
      required: REQUIRED[name].includes(argument),
    })),
  })),
}));

/** @throws ProtocolError when there is no such prompt, or an argument is missing */
export function promptMessages(name: string, given: PromptArguments, { prompts }: Texts): GetPromptResult {
  const known = PROMPT_NAMES.find((candidate) => candidate === name);
  if (!known) throw invalid(`There is no prompt of this name. There are: ${PROMPT_NAMES.join(', ')}.`);
  const missing = REQUIRED[known].filter((argument) => !given[argument]);
  if (missing.length > 0) throw invalid(`Required: ${missing.join(', ')}.`);
  const { description, request, guidance } = prompts[known];
  const text = `${request(given)}\n${guidance}`;
  return { description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
