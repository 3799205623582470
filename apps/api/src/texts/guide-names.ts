/** The guides by task, in reading order: paths below docs/ without `.md`. */
export const GUIDE_GROUPS = {
  start: ['guides/first-request', 'guides/generated-clients'],
  find: [
    'guides/filters',
    'guides/places',
    'guides/explain',
    'guides/paging',
    'guides/formats',
    'guides/embed',
  ],
  copy: ['guides/mirror', 'guides/openings', 'guides/withdrawal', 'guides/fhir'],
  trust: ['guides/freshness', 'guides/evidence', 'guides/accuracy'],
  rely: [
    'guides/errors',
    'guides/keys',
    'guides/limits',
    'guides/checkout',
    'guides/gateway',
    'guides/changes',
  ],
  assistants: ['guides/mcp', 'guides/oauth'],
  operate: ['operate/configuration'],
} as const;
export type GuideGroup = keyof typeof GUIDE_GROUPS;
export const GUIDES = Object.values(GUIDE_GROUPS).flat();
export type GuideName = (typeof GUIDES)[number];
