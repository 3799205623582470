import { CONNECTOR, INSTRUCTIONS } from './introduction.js';
import { PROMPTS } from './prompts.js';
import { RESOURCES, TEMPLATES } from './resources.js';
import { LISTED_TOOLS } from './tool-list.js';

/** Everything that a model reads before it asks, as it is committed: a change of it is a change in review. */
export function goldenOffer(): object {
  return {
    serverInfo: CONNECTOR,
    instructions: INSTRUCTIONS,
    ...LISTED_TOOLS,
    ...RESOURCES,
    ...TEMPLATES,
    ...PROMPTS,
  };
}
