import { SetMetadata } from '@nestjs/common';
import type { SessionStage } from '@care-atlas/data/administration';

/** How far somebody has to have come: any stage of signing in, or none of them. */
export type VisitorStage = SessionStage | 'signed-out';

export const STAGES = Symbol('Stages');

/** Whom a route is open to. Without it, to those who are signed in. */
export const OpenTo = (...stages: readonly VisitorStage[]) => SetMetadata(STAGES, stages);

export const EVERYBODY: readonly VisitorStage[] = [
  'signed-out',
  'new-password',
  'second-factor',
  'signed-in',
];
