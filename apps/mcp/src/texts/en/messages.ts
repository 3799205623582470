import { ENGLISH, type MessageOf } from '@care-atlas/domain/messages';

/** The sentences of the directory and of the connector. */
export const messages = {
  ...ENGLISH,
  limit_reached: ({ seconds }: { seconds: number }) =>
    `The limit of requests per minute is reached. Wait ${seconds} seconds, then ask again.`,
  call_failed: ({ requestId }: { requestId: string | undefined }) =>
    `Something went wrong on our side. Quote the request id ${requestId} if you report it.`,
  changes_gone: ({ since }: { since: string | undefined }) =>
    `The changes since then are not kept: ${since === undefined ? '' : `call whats_new with since=${since}, or `}search again, and call whats_new without since and after for a new cursor.`,
  malformed_key:
    'CARE_ATLAS_KEY is not a Care Atlas key: copy the complete key again (care_…), or leave it empty for the sandbox.',
  invalid_key:
    'The key in CARE_ATLAS_KEY is not valid, or no longer valid: set another one in the host of this connector, or none for the sandbox.',
  wrong_address: ({ example }: { example: string }) =>
    `CARE_ATLAS_URL must be the http or https address of the Care Atlas API, not of its connector, e.g. ${example}.`,
} as const;

export type ConnectorMessage = MessageOf<typeof messages>;
