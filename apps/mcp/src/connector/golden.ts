import { PROMPTS } from './prompts.js';
import { RESOURCES, TEMPLATES } from './resources.js';
import { INSTRUCTIONS, SERVER_INFO } from './server-info.js';
import { LISTED_TOOLS } from './tool-list.js';

/** Returns everything that a model reads before its first call. docs/tools.json records it, so that reviews see changes. */
export function connectorDescription(): object {
  return {
    serverInfo: SERVER_INFO,
    instructions: INSTRUCTIONS,
    ...LISTED_TOOLS,
    ...RESOURCES,
    ...TEMPLATES,
    ...PROMPTS,
  };
}
