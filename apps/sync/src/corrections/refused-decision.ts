import { UnusableInput } from '../rows/unusable-input.js';

/** Why one part of a decision is refused. */
export interface DecisionFault {
  /** `key`, `until`, or a value such as `given.phone`. */
  readonly param: string;
  /** One sentence. */
  readonly reason: string;
}

/** A decision that would have no effect, or with values that an import would not accept. The message is that of the first fault. */
export class RefusedDecision extends UnusableInput {
  constructor(readonly faults: readonly [DecisionFault, ...DecisionFault[]]) {
    super(faults[0].reason);
  }
}
