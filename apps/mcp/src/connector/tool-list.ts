import type { ListToolsResult } from '@modelcontextprotocol/server';
import { TOOLS } from '../tools/tools.js';

/** The result of tools/list. */
export const LISTED_TOOLS = {
  tools: TOOLS.map(({ name, title, description, inputSchema, outputSchema, containsUserContent }) => ({
    name,
    title,
    description,
    inputSchema,
    outputSchema,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      // Text that the public wrote does not come from the directory.
      openWorldHint: containsUserContent,
    },
  })),
} as unknown as ListToolsResult;
