import type { ListToolsResult } from '@modelcontextprotocol/server';
import { TOOLS } from '../tools/tools.js';

/** What tools/list answers, made once. A golden holds it: a change of what models read is a change in review. */
export const LISTED_TOOLS = {
  tools: TOOLS.map(({ name, title, description, inputSchema, outputSchema, quotesReviews }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      // What strangers wrote comes from outside the directory's own world.
      openWorldHint: quotesReviews,
    },
  })),
} as unknown as ListToolsResult;
