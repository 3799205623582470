import type { HealthComponent, HealthState } from '@care-atlas/domain/access';
import type { Timestamp } from '../fields.js';
import type { HealthMessage } from '../messages/english.js';

export interface ComponentState {
  readonly component: HealthComponent;
  readonly state: HealthState;
  /** As it is stored, in English. */
  readonly detail: string;
  /** The message of the detail; undefined if it is that of another release. */
  readonly message: HealthMessage | undefined;
  readonly since: Timestamp;
  readonly checkedAt: Timestamp;
}

/** Seconds of a day in each state; what is missing from 24 hours was not watched. */
export interface ComponentDay {
  /** UTC, such as 2026-11-20. */
  readonly day: string;
  readonly component: HealthComponent;
  readonly up: number;
  readonly degraded: number;
  readonly down: number;
}

export interface Incident {
  readonly component: HealthComponent;
  readonly state: 'degraded' | 'down';
  /** As it is stored, in English. */
  readonly detail: string;
  /** The message of the detail; undefined if it is that of another release. */
  readonly message: HealthMessage | undefined;
  readonly startedAt: Timestamp;
  /** Null while it lasts. */
  readonly endedAt: Timestamp | null;
}

export interface HealthNow {
  /** In the order in which they are shown; those that were never seen are left out. */
  readonly components: readonly ComponentState[];
}

export interface Health extends HealthNow {
  /** Of the last 90 days, the oldest first. */
  readonly days: readonly ComponentDay[];
  /** Of the last 90 days, the newest first. */
  readonly incidents: readonly Incident[];
  /** How alerts are sent; empty if that is not configured. */
  readonly alertWays: readonly ('webhook' | 'e-mail')[];
}

export interface AlertTest {
  readonly failed: readonly { readonly way: 'webhook' | 'e-mail'; readonly reason: string }[];
}
